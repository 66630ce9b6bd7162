"""Large grids: which (`generate`, `variants`), whom (`rivals`), how (`run`) and how it is told (`report`)."""
