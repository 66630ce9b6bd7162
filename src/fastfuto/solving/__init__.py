"""The verbs: functions that take any puzzle or model, run engines within limits, and return their answers.

Each call has its own engines, so every verb may run in many threads at once. Engines run without the GIL, in slices of
about 10 ms. Between slices, Python handles signals, deadlines and progress.
"""
