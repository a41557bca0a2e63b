"""Treatments: how an art style handles edges, colours and the surface."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from gameplan.novels.assets.backdrops.canvas import Canvas, Field, cloud_noise, enlarge

Pixels = NDArray[np.uint8]
WOBBLE = {
    "painted": 1.3,
    "watercolour": 3.4,
    "ink": 1.2,
    "inkwash": 2.4,
    "cel": 0.0,
    "noir": 0.6,
    "pastel": 2.6,
    "gouache": 1.8,
}
GRAIN = {
    "painted": 2.0,
    "watercolour": 2.2,
    "ink": 2.0,
    "inkwash": 2.2,
    "cel": 0.8,
    "noir": 4.5,
    "pastel": 3.4,
    "gouache": 1.6,
}


def treat_linear(canvas: Canvas, lit: Field) -> None:
    """What is done in light: the uneven load of a brush, washes that pool."""
    style = canvas.palette.view.style
    depth = {"painted": 0.10, "watercolour": 0.30, "inkwash": 0.26, "pastel": 0.16, "gouache": 0.07}.get(style, 0.0)
    if depth:
        brush = cloud_noise(canvas.noise, canvas.width // 2, canvas.height // 2, (9, 22), 5) - 0.5
        lit *= (1 + 2 * depth * enlarge(brush, canvas.width, canvas.height))[..., None]


def treat(canvas: Canvas, pixels: Pixels) -> Pixels:
    """The surface of the finished picture."""
    style = canvas.palette.view.style
    pixels = _wobble(canvas, pixels, WOBBLE[style])
    if style in ("watercolour", "inkwash"):
        pixels = _watercolour(canvas, pixels, 0.55 if style == "watercolour" else 0.35)
    if style in ("ink", "inkwash"):
        pixels = _ink(canvas, pixels, 0.9 if style == "ink" else 0.6)
    if style == "cel":
        pixels = _cel(pixels)
    if style == "noir":
        pixels = _noir(pixels)
    if style == "pastel":
        pixels = _pastel(canvas, pixels)
    if style == "gouache":
        pixels = _gouache(pixels)
    return _grain(canvas, pixels, GRAIN[style])


def _wobble(canvas: Canvas, pixels: Pixels, by: float) -> Pixels:
    """Edges as a hand draws them: every point comes from a little beside it."""
    by *= canvas.width / 1920
    if by < 0.4:
        return pixels
    height, width, _ = pixels.shape
    small = (max(2, width // 4), max(2, height // 4))
    dx = enlarge(cloud_noise(canvas.noise, *small, (60, 34), 2) - 0.5, width, height) * (4 * by)
    dy = enlarge(cloud_noise(canvas.noise, *small, (60, 34), 2) - 0.5, width, height) * (4 * by)
    xs = np.clip(np.arange(width, dtype=np.float32)[None, :] + dx + 0.5, 0, width - 1).astype(np.int32)
    ys = np.clip(np.arange(height, dtype=np.float32)[:, None] + dy + 0.5, 0, height - 1).astype(np.int32)
    flat = pixels.reshape(-1, 3)
    moved: Pixels = np.take(flat, ys * width + xs, axis=0)
    return moved


def _edges(pixels: Pixels, radius: float) -> Field:
    """Where one tone meets another: 0 to 1."""
    grey = Image.fromarray(pixels).convert("L").filter(ImageFilter.GaussianBlur(radius))
    tone = np.asarray(grey, dtype=np.float32)
    found = np.zeros_like(tone)
    found[:, 1:] += np.abs(tone[:, 1:] - tone[:, :-1])
    found[1:, :] += np.abs(tone[1:, :] - tone[:-1, :])
    return found


def _watercolour(canvas: Canvas, pixels: Pixels, lift: float) -> Pixels:
    height, width, _ = pixels.shape
    value = pixels.astype(np.float32)
    edge = np.clip(_edges(pixels, 1.6) / 14, 0, 1)
    paper = canvas.noise.random((height // 2 + 1, width // 2 + 1), dtype=np.float32)
    tooth = np.asarray(Image.fromarray(paper).resize((width, height), Image.Resampling.BICUBIC)) - 0.5
    grey = value.mean(axis=2, keepdims=True)
    value = value + (grey - value) * 0.10
    value = 255 * np.power(value / 255, 1 - 0.42 * lift)
    value *= (1 - 0.28 * edge)[..., None]
    value += (tooth * 11)[..., None]
    return _bytes(value)


def _ink(canvas: Canvas, pixels: Pixels, strength: float) -> Pixels:
    height, width, _ = pixels.shape
    value = pixels.astype(np.float32)
    grey = value @ np.array([0.3, 0.59, 0.11], dtype=np.float32)
    line = np.clip((_edges(pixels, 0.8 * width / 1920 + 0.2) - 7) / 16, 0, 1)
    xs, ys = np.arange(width, dtype=np.float32)[None, :], np.arange(height, dtype=np.float32)[:, None]
    unit = max(1.0, width / 1920)
    uneven = enlarge(cloud_noise(canvas.noise, width // 8 + 2, height // 8 + 2, (40, 24), 2), width, height)
    hatch = np.sin((xs * 0.75 + ys) * (2 * np.pi / (7.5 * unit)) + uneven * 7) > 0.45
    cross = np.sin((xs * 0.9 - ys) * (2 * np.pi / (8.5 * unit)) + uneven * 7) > 0.5
    level = grey + (uneven - 0.5) * 46
    value += (grey[..., None] - value) * (0.62 * strength)
    value = 255 * np.power(np.maximum(value, 0) / 255, 1 - 0.34 * strength)
    shade = (hatch & (level < 92)) * 0.30 + (cross & (level < 52)) * 0.26
    value *= (1 - strength * shade)[..., None]
    value *= (1 - strength * 0.85 * line)[..., None]
    return _bytes(value)


def _cel(pixels: Pixels) -> Pixels:
    value = pixels.astype(np.float32)
    grey = np.maximum(1.0, value @ np.array([0.3, 0.59, 0.11], dtype=np.float32))
    steps = 9.0
    flat = (np.floor(np.sqrt(grey / 255) * steps) + 0.5) / steps
    value *= (flat * flat * 255 / grey * 0.85 + 0.15)[..., None]
    mean = value.mean(axis=2, keepdims=True)
    value = mean + (value - mean) * 1.22
    line = np.clip((_edges(pixels, 0.7) - 16) / 20, 0, 1)
    value *= (1 - 0.7 * line)[..., None]
    return _bytes(value)


def _noir(pixels: Pixels) -> Pixels:
    grey = pixels.astype(np.float32) @ np.array([0.36, 0.54, 0.10], dtype=np.float32) / 255
    low, high = np.percentile(grey[::8, ::8], (3, 98))
    grey = np.clip((grey - low) / max(0.1, high - low), 0, 1)
    grey = grey * grey * (3 - 2 * grey) * 0.92 + 0.02
    tint = np.array([250, 248, 242], dtype=np.float32)
    return _bytes(grey[..., None] * tint)


def _pastel(canvas: Canvas, pixels: Pixels) -> Pixels:
    height, width, _ = pixels.shape
    value = pixels.astype(np.float32)
    value = value + (np.array([238, 226, 224], dtype=np.float32) - value) * 0.20
    mean = value.mean(axis=2, keepdims=True)
    value = mean + (value - mean) * 1.08
    chalk = canvas.noise.random((height // 2 + 1, width // 3 + 1), dtype=np.float32)
    tooth = np.asarray(Image.fromarray(chalk).resize((width, height), Image.Resampling.BICUBIC)) - 0.5
    value += (tooth * 17)[..., None]
    return _bytes(value)


def _gouache(pixels: Pixels) -> Pixels:
    value = pixels.astype(np.float32)
    grey = np.maximum(1.0, value @ np.array([0.3, 0.59, 0.11], dtype=np.float32))
    part = grey / 255
    steps = 11.0
    flat = np.floor(part * steps) + 0.5
    eased = (flat + np.clip((part * steps - flat) * 2.2, -0.5, 0.5) * 0.5) / steps
    eased = np.clip(0.5 + (eased - 0.5) * 1.1, 0, 1)
    value *= (eased / part)[..., None]
    return _bytes(value)


def _grain(canvas: Canvas, pixels: Pixels, amount: float) -> Pixels:
    height, width, _ = pixels.shape
    tile = canvas.noise.standard_normal((256, 384), dtype=np.float32) * amount
    grain = np.tile(tile, (height // 256 + 1, width // 384 + 1))[:height, :width]
    value = pixels.astype(np.int16)
    value += np.round(grain).astype(np.int16)[..., None]
    return _bytes(value)


def _bytes(value: NDArray[np.generic]) -> Pixels:
    shown: Pixels = np.clip(value, 0, 255).astype(np.uint8)
    return shown
