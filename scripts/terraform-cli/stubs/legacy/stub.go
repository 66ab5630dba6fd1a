package legacy
