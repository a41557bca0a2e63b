// Compiles an ink script with inkjs and plays it: given {inkjs, script, plays: [{seed, picks}]} as JSON on stdin, it
// prints {problems, plays: [{steps: [{lines, choices, hints}], ended}]}.
"use strict";

const fs = require("fs");
const given = JSON.parse(fs.readFileSync(0, "utf8"));
const ink = require(`${given.inkjs}/dist/ink-full.js`);
const problems = [];

function compiled() {
  const options = new ink.CompilerOptions(null, [], false, (message, kind) => problems.push(`${kind}: ${message}`));
  return new ink.Compiler(fs.readFileSync(given.script, "utf8"), options).Compile();
}

function played(story, seed, picks) {
  story.ResetState();
  story.variablesState["seed"] = seed;
  const steps = [];
  for (let step = 0; ; step++) {
    const lines = [];
    while (story.canContinue) {
      const text = story.Continue().trim();
      if (text) lines.push({ text, tags: story.currentTags });
    }
    steps.push({ lines, choices: story.currentChoices.map((each) => each.text), hints: story.currentChoices.map((each) => each.tags || []) });
    if (step >= picks.length || story.currentChoices.length === 0) break;
    story.ChooseChoiceIndex(picks[step]);
  }
  return { steps, ended: story.variablesState["ended"] };
}

let plays = [];
try {
  const story = compiled();
  story.onError = (message) => problems.push(message);
  plays = given.plays.map((each) => played(story, each.seed, each.picks));
} catch (error) {
  problems.push(`${error.message}`);
}
process.stdout.write(JSON.stringify({ problems, plays }));
