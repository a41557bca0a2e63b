"""The same graphs in other engines, each in the configuration that is fastest for it. Who is not there is left out.

A builder takes a graph and returns how to run it; what can be done once (compiling, validating) it does once. None has
a checkpointer, tracing or a store: what is compared is the scheduling of steps in memory.
"""

# No `from __future__ import annotations`: several engines read the annotations of local functions at run time.
import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, TypeAlias, TypedDict

from peers import installed, named
from shapes import Body, Needs, Run

Build: TypeAlias = Callable[[Needs, Body], Run]


@dataclass(frozen=True, slots=True)
class GraphPeer:
    """Another engine. `any_graph` is false where only forks that are joined again can be said."""

    name: str
    build: Build
    any_graph: bool = True
    can_wait: bool = True


def langgraph(needs: Needs, body: Body) -> Run:
    """StateGraph with one channel that all numbers are put into; its reducer updates in place instead of copying."""
    from langgraph.graph import END, START, StateGraph

    def merged(known: dict[str, int], new: dict[str, int]) -> dict[str, int]:
        known.update(new)
        return known

    class State(TypedDict):
        numbers: Annotated[dict[str, int], merged]

    def node(name: str, each: Sequence[str]) -> Any:
        async def step(state: Any) -> dict[str, dict[str, int]]:
            numbers = state["numbers"]
            return {"numbers": {name: await body(name, [numbers[need] for need in each])}}

        return step

    builder = StateGraph(State)
    for name, each in needs.items():
        builder.add_node(name, node(name, each))
        if not each:
            builder.add_edge(START, name)
        elif len(each) == 1:
            builder.add_edge(each[0], name)
        else:
            builder.add_edge(list(each), name)
    for name in _ends(needs):
        builder.add_edge(name, END)
    graph, last = builder.compile(), next(reversed(needs))

    async def run() -> int:
        state = await graph.ainvoke({"numbers": {}}, {"recursion_limit": len(needs) + 10})
        return int(state["numbers"][last])

    return run


def langgraph_functional(needs: Needs, body: Body) -> Run:
    """The functional API: a task for each step, begun when the futures that it needs are done."""
    from langgraph.func import entrypoint, task

    @task
    async def step(name: str, values: list[int]) -> int:
        return await body(name, values)

    last = next(reversed(needs))

    @entrypoint()
    async def whole(_: Any) -> int:
        coming: dict[str, asyncio.Future[int]] = {}

        async def one(name: str, each: Sequence[str]) -> int:
            return await step(name, [await coming[need] for need in each])

        for name, each in needs.items():
            coming[name] = asyncio.ensure_future(one(name, each))
        await asyncio.gather(*coming.values())
        return coming[last].result()

    async def run() -> int:
        return int(await whole.ainvoke(0))

    return run


def pydantic_graph(needs: Needs, body: Body) -> Run:
    """GraphBuilder, without spans. It has forks and joins and no other graphs: between two layers stands a join."""
    from pydantic_graph import GraphBuilder, StepContext, reduce_dict_update

    builder: Any = GraphBuilder(output_type=dict, auto_instrument=False)
    last = next(reversed(needs))

    def node(name: str, each: Sequence[str]) -> Any:
        async def step(context: StepContext[None, None, Any]) -> dict[str, int]:
            return {name: await body(name, [context.inputs[need] for need in each])}

        return builder.step(step, node_id=name)

    source = builder.start_node
    for number, layer in enumerate(_layers(needs)):
        steps = [node(name, needs[name]) for name in layer]
        builder.add(builder.edge_from(source).to(*steps))
        source = steps[0]
        if len(steps) > 1:
            source = builder.join(reduce_dict_update, initial_factory=dict, node_id=f"join_{number}")
            builder.add(builder.edge_from(*steps).to(source))
    builder.add(builder.edge_from(source).to(builder.end_node))
    graph = builder.build()

    async def run() -> int:
        return int((await graph.run())[last])

    return run


def llama_index(needs: Needs, body: Body) -> Run:
    """One step that takes an event for each step of the graph, with as many workers; it sends on what is ready."""
    from workflows import Context, Workflow, step
    from workflows.events import Event, StartEvent, StopEvent

    followers: dict[str, list[str]] = {name: [] for name in needs}
    for name, each in needs.items():
        for need in each:
            followers[need].append(name)
    last, many = next(reversed(needs)), len(needs)

    class Due(Event):
        name: str

    class Graph(Workflow):
        @step
        async def begin(self, ctx: Context, ev: StartEvent) -> Due | None:
            self.left = {name: len(each) for name, each in needs.items()}
            self.numbers: dict[str, int] = {}
            for name, each in needs.items():
                if not each:
                    ctx.send_event(Due(name=name))
            return None

        @step(num_workers=many)
        async def go(self, ctx: Context, ev: Due) -> Due | StopEvent | None:
            name, numbers, left = ev.name, self.numbers, self.left
            numbers[name] = await body(name, [numbers[need] for need in needs[name]])
            if len(numbers) == many:
                return StopEvent(result=numbers[last])
            ready = []
            for follower in followers[name]:
                left[follower] -= 1
                if not left[follower]:
                    ready.append(follower)
            if len(ready) == 1:
                return Due(name=ready[0])
            for each in ready:
                ctx.send_event(Due(name=each))
            return None

    graph = Graph(timeout=None)

    async def run() -> int:
        return int(await graph.run())

    return run


def haystack(needs: Needs, body: Body, *, is_async: bool = False) -> Run:
    """A Pipeline; what many hand to one is gathered by a variadic socket. Asynchronously with no limit."""
    from haystack import Pipeline, component
    from haystack.core.component.types import Variadic

    logging.getLogger("haystack").setLevel(logging.ERROR)

    @component
    class First:
        @component.output_types(value=int)
        def run(self, start: int) -> dict[str, int]:
            return {"value": start + 1}

        @component.output_types(value=int)
        async def run_async(self, start: int) -> dict[str, int]:
            return {"value": await body(self.name, [])}

    @component
    class Relay:
        @component.output_types(value=int)
        def run(self, value: int) -> dict[str, int]:
            return {"value": value + 1}

        @component.output_types(value=int)
        async def run_async(self, value: int) -> dict[str, int]:
            return {"value": await body(self.name, [value])}

    @component
    class Gather:
        @component.output_types(value=int)
        def run(self, values: Variadic[int]) -> dict[str, int]:
            return {"value": next(iter(values)) + 1}

        @component.output_types(value=int)
        async def run_async(self, values: Variadic[int]) -> dict[str, int]:
            return {"value": await body(self.name, list(values))}

    pipeline = Pipeline()
    for name, each in needs.items():
        own: Any = First() if not each else Relay() if len(each) == 1 else Gather()
        own.name = name
        pipeline.add_component(name, own)
    for name, each in needs.items():
        socket = "value" if len(each) == 1 else "values"
        for need in each:
            pipeline.connect(f"{need}.value", f"{name}.{socket}")
    data = {name: {"start": 0} for name, each in needs.items() if not each}
    last = next(reversed(needs))

    async def run() -> int:
        if is_async:
            results = await pipeline.run_async(data, concurrency_limit=len(needs))
        else:
            results = pipeline.run(data)
        return int(results[last]["value"])

    return run


def dask(needs: Needs, body: Body, *, scheduler: str = "sync") -> Run:
    """Delayed functions, pure in name only: their keys are given, so that nothing is hashed. They cannot be async."""
    from dask.delayed import Delayed, delayed

    @delayed(pure=False)
    def step(*values: int) -> int:
        return values[0] + 1 if values else 1

    made: dict[str, Delayed] = {}
    for name, each in needs.items():
        made[name] = step(*(made[need] for need in each), dask_key_name=name)
    ends = _ends(needs)
    whole = made[ends[0]] if len(ends) == 1 else delayed(list)([made[name] for name in ends])

    async def run() -> int:
        result = whole.compute(scheduler=scheduler)
        return int(result if len(ends) == 1 else result[-1])

    return run


def present() -> list[GraphPeer]:
    """The engines that are installed here, by what they are called in a table."""
    known: list[tuple[str, str, Build, bool, bool]] = [
        ("pydantic-graph", "pydantic-graph", pydantic_graph, False, True),
        ("dask", "dask delayed, sync", dask, True, False),
        ("dask", "dask delayed, threads", partial(dask, scheduler="threads"), True, False),
        ("llama-index-workflows", "llama-index-workflows", llama_index, True, True),
        ("langgraph", "langgraph StateGraph", langgraph, True, True),
        ("langgraph", "langgraph functional", langgraph_functional, True, True),
        ("haystack-ai", "haystack Pipeline.run", haystack, True, False),
        ("haystack-ai", "haystack run_async", partial(haystack, is_async=True), True, True),
    ]
    return [
        GraphPeer(named(package, what), build, any_graph, can_wait)
        for package, what, build, any_graph, can_wait in known
        if installed(package)
    ]


def _ends(needs: Needs) -> list[str]:
    """The steps that nobody waits for."""
    needed = {need for each in needs.values() for need in each}
    return [name for name in needs if name not in needed]


def _layers(needs: Needs) -> Iterator[list[str]]:
    """The steps by how far they are from the beginning."""
    far: dict[str, int] = {}
    layers: list[list[str]] = []
    for name, each in needs.items():
        far[name] = max((far[need] for need in each), default=-1) + 1
        if far[name] == len(layers):
            layers.append([])
        layers[far[name]].append(name)
    return iter(layers)
