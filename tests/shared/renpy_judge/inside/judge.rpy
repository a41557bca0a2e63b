# Plays the game by itself, looks at every screen on the way, and leaves a report. What it does is in judging.py.

default judge_scenes = []

init 999 python:
    import judging

    judge = judging.Judge()
    plot.seed = judge.seed
    config.history_length = 10000
    config.skip_delay = 1
    config.label_callback = judge.on_label
    config.exception_handler = judge.on_exception
    config.always_shown_screens.append("judge_watch")
    menu = judge.menu
    judge_line = plot.dice_line
    plot.dice_line = lambda: judge.dice_line(judge_line)

screen judge_watch():
    timer 0.02 repeat True action Function(judge.tick)
