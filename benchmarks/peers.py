"""The same scripted agent in other frameworks, each as its own documentation has it. Who is not there is left out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from script import ABOUT, ARGUMENTS, GOODBYE, PROMPT, REQUEST, TOOL, Script, noop

Run = Callable[[], Awaitable[None]]


def installed(*distributions: str) -> bool:
    try:
        return all(version(each) for each in distributions)
    except PackageNotFoundError:
        return False


def named(distribution: str, what: str) -> str:
    return f"{what} {version(distribution)}"


def pydantic_ai(script: Script) -> Run:
    """Pydantic AI's Agent. A Model subclass: FunctionModel would estimate the tokens of the whole history each time."""
    from pydantic_ai import Agent
    from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
    from pydantic_ai.models import Model, ModelRequestParameters
    from pydantic_ai.settings import ModelSettings
    from pydantic_ai.usage import RequestUsage, UsageLimits

    class Scripted(Model[Any]):
        @property
        def model_name(self) -> str:
            return "scripted"

        @property
        def system(self) -> str:
            return "scripted"

        async def request(
            self,
            messages: list[ModelMessage],
            model_settings: ModelSettings | None,
            model_request_parameters: ModelRequestParameters,
        ) -> ModelResponse:
            call_id = script.next_call()
            part = ToolCallPart(TOOL, ARGUMENTS, tool_call_id=call_id) if call_id else TextPart(GOODBYE)
            return ModelResponse([part], usage=RequestUsage(input_tokens=10, output_tokens=5), model_name="scripted")

    agent = Agent(Scripted(), instructions=PROMPT)
    agent.tool_plain(noop)

    async def run() -> None:
        result = await agent.run(REQUEST, usage_limits=UsageLimits(request_limit=None))
        assert result.output == GOODBYE

    return run


def langchain(script: Script) -> Run:
    """LangChain's create_agent, without middleware or checkpointer."""
    from langchain.agents import create_agent
    from langchain.tools import tool
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage, BaseMessage
    from langchain_core.outputs import ChatGeneration, ChatResult

    class Scripted(BaseChatModel):
        @property
        def _llm_type(self) -> str:
            return "scripted"

        def bind_tools(self, tools: Any, **options: Any) -> Any:
            return self

        def _generate(self, messages: list[BaseMessage], *args: Any, **options: Any) -> ChatResult:
            call_id = script.next_call()
            if call_id:
                message = AIMessage("", tool_calls=[{"name": TOOL, "args": {"item": "a"}, "id": call_id}])
            else:
                message = AIMessage(GOODBYE)
            return ChatResult(generations=[ChatGeneration(message=message)])

        async def _agenerate(self, messages: list[BaseMessage], *args: Any, **options: Any) -> ChatResult:
            return self._generate(messages)

    async def coroutine(item: str) -> str:
        return noop(item)

    agent = create_agent(Scripted(), [tool(TOOL, description=ABOUT)(coroutine)], system_prompt=PROMPT)

    async def run() -> None:
        result = await agent.ainvoke(
            {"messages": [{"role": "user", "content": REQUEST}]}, {"recursion_limit": 4 * script.steps + 10}
        )
        assert result["messages"][-1].content == GOODBYE

    return run


def openai_agents(script: Script) -> Run:
    """OpenAI's Agents SDK, with its tracing off."""
    from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

    from agents import Agent, FunctionTool, Model, ModelResponse, Runner, Usage, function_tool, set_tracing_disabled

    set_tracing_disabled(True)

    class Scripted(Model):
        async def get_response(self, *args: Any, **options: Any) -> ModelResponse:
            call_id = script.next_call()
            item: Any
            if call_id:
                item = ResponseFunctionToolCall(
                    id=call_id, call_id=call_id, name=TOOL, arguments=ARGUMENTS, type="function_call"
                )
            else:
                text = ResponseOutputText(text=GOODBYE, type="output_text", annotations=[])
                item = ResponseOutputMessage(
                    id="end", content=[text], role="assistant", status="completed", type="message"
                )
            return ModelResponse(output=[item], usage=Usage(requests=1), response_id=None)

        def stream_response(self, *args: Any, **options: Any) -> Any:
            raise AssertionError("nothing is streamed here")

    own: FunctionTool = function_tool(noop)
    agent = Agent(name="scripted", instructions=PROMPT, model=Scripted(), tools=[own])

    async def run() -> None:
        result = await Runner.run(agent, REQUEST, max_turns=script.steps + 2)
        assert result.final_output == GOODBYE

    return run


def present() -> dict[str, Callable[[Script], Run]]:
    """The peers that are installed here, by what they are called in a table."""
    known = [
        ("pydantic-ai-slim", "pydantic-ai Agent", pydantic_ai),
        ("langchain", "langchain create_agent", langchain),
        ("openai-agents", "openai-agents Runner", openai_agents),
    ]
    return {named(package, what): make for package, what, make in known if installed(package)}
