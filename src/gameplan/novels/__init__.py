"""Visual novels: planned with a co-author, proved, illustrated, played, exported."""
