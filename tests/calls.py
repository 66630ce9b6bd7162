"""Functions that are called in other threads, and functions that raise errors."""

import threading


def together(work, number):
    """Call a function with 0, 1 and so on, each time in a thread of its own, and wait for all of them."""
    threads = [threading.Thread(target=work, args=[k]) for k in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def is_refused(call, work, *others):
    """Return whether a call raises a RuntimeError while another thread works; until then it may raise others."""
    thread = threading.Thread(target=work)
    thread.start()
    refused = False
    while thread.is_alive() and not refused:
        try:
            call()
        except RuntimeError:
            refused = True
        except others:
            pass
    thread.join()
    return refused


def raising(error):
    """Return a function that raises an error, however it is called."""

    def call(*_, **__):
        raise error

    return call
