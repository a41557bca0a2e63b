"""Signing in and out."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Request, Response

import gameplan
from gameplan.studio.api.replies import House, StrictRoute, problems
from gameplan.studio.aside import aside
from gameplan.studio.problems import Trouble
from gameplan.studio.shapes import SignedIn, SignIn, SignInToken
from gameplan.studio.signin import Door, TooManyTries

router = APIRouter(tags=["session"], route_class=StrictRoute)
_MONTH = 30 * 86_400


@router.post("/session", status_code=204, summary="Sign in", responses=problems("wrong_token", "too_many_tries"))
async def sign_in(
    request: Request, said: Annotated[SignIn, Body(examples=[{"token": "the token out of the printed address"}])]
) -> Response:
    """Exchange the one-time token out of the printed address, or the password, for a cookie.

    The cookie is HttpOnly and SameSite=Strict. A program may send the same secret as `Authorization: Bearer …` instead.
    A token is good for one sign-in.
    """
    door: Door = request.app.state.door
    try:
        secret = await aside(door.sign_in, said.token, said.password)
    except TooManyTries:
        raise Trouble(429, "too_many_tries", "Too many wrong tries: wait a minute.") from None
    if secret is None:
        raise Trouble(401, "wrong_token", "This does not open the studio. A printed address is good for one sign-in.")
    response = Response(status_code=204)
    response.set_cookie(
        request.app.state.cookie,
        secret,
        max_age=_MONTH,
        path=request.scope.get("root_path") or "/",
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return response


@router.post(
    "/session/tokens",
    response_model=SignInToken,
    status_code=201,
    summary="Let another browser in",
    responses=problems("not_the_key"),
)
async def new_token(request: Request) -> SignInToken:
    """A new one-time token, for `/#token=…` behind the studio's address.

    Only for one who sends the key of `studio.json` as `Authorization: Bearer …`, as the person's own programs can;
    whoever has signed in, by token or password, may not pass that on. `gameplan studio --address` asks this.
    """
    door: Door = request.app.state.door
    if not door.is_key(request.scope["gameplan.secret"]):
        raise Trouble(403, "not_the_key", "Only a program that has the key of this studio lets others in.")
    return SignInToken(token=door.new_token())


@router.get("/session", response_model=SignedIn, summary="Am I signed in?")
async def session(request: Request, studio: House) -> SignedIn:
    """Whether this browser is signed in, and what the studio is about. Works without signing in."""
    door: Door = request.app.state.door
    if not request.scope.get("gameplan.secret"):
        return SignedIn(signed_in=False, with_password=door.with_password)
    return SignedIn(
        signed_in=True,
        workspace=str(studio.folder),
        version=gameplan.__version__,
        with_password=door.with_password,
    )


@router.delete("/session", status_code=204, summary="Sign out", responses=problems())
async def sign_out(request: Request) -> Response:
    """Sign this browser out."""
    door: Door = request.app.state.door
    await aside(door.sign_out, request.scope["gameplan.secret"])
    response = Response(status_code=204)
    response.delete_cookie(request.app.state.cookie, path=request.scope.get("root_path") or "/")
    return response
