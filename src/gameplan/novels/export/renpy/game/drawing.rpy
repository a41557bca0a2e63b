# How people and places are drawn, also those of whom there is no picture.

transform seat(x=0.5):
    xanchor 0.5 yalign 1.0
    function plot.standing(x)

init -10 python in plot:
    from store import Fixed, Solid, Text, TintMatrix, Transform

    # Where there is something to choose, people step to the left, so that no choice lies over a face.
    def stand(x, transform, shown, animated):
        there = x * 0.56 + 0.02 if renpy.get_screen("choice") else x
        now = transform.xpos
        if not isinstance(now, float) or abs(there - now) < 0.002 or renpy.is_skipping():
            transform.xpos = there
            return 0.1
        transform.xpos = now + (there - now) * 0.3
        return 0.03

    def standing(x):
        return renpy.curry(stand)(x)

    def portrait(path):
        return Transform(path, xysize=(760, 960), fit="contain")

    def bust(path):
        return Transform(Transform(path, crop=(0.14, 0.0, 0.72, 0.54)), xysize=(250, 250), fit="contain")

    def figure(colour):
        tint = TintMatrix(colour)
        return Transform("images/figure.png", xysize=(480, 700), fit="contain", matrixcolor=tint, alpha=0.32)

    def backdrop(path):
        return Transform(path, xysize=(1920, 1080), fit="cover")

    def bare_place(title, dusk):
        return Fixed(
            Solid(dusk),
            Transform("images/shade.png", xysize=(1920, 1080), alpha=0.5),
            Text(title, size=64, color="#ffffff55", xalign=0.5, yalign=0.23, text_align=0.5),
            xysize=(1920, 1080))
