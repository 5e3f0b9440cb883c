// This room is still to be furnished.
