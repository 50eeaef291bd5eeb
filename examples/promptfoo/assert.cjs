// An assertion of promptfoo: the answer is the contract of `vars.intent`, or a question back where `vars.unclear` says so.
// `cmec eval` compares the contracts, so that another spelling and another order are right.
const { execFileSync } = require('node:child_process');
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

module.exports = (output, { vars, config }) => {
  const { domain, notation } = config;
  // promptfoo reads JSON by itself; an answer in a line stays a text.
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  const right = vars.unclear ? { unclear: true } : { intent: vars.intent };
  const asked = { domain, question: vars.question.trim(), language: 'en', notation, constraint: 'none', model: 'promptfoo' };
  const folder = mkdtempSync(join(tmpdir(), 'cmec-'));
  try {
    const [set, replay] = [join(folder, 'set.jsonl'), join(folder, 'answers.jsonl')];
    writeFileSync(set, `${JSON.stringify({ id: 'one', en: vars.question, ...right })}\n`);
    writeFileSync(replay, `${JSON.stringify({ ...asked, answer: { text } })}\n`);
    const command = ['eval', '--domain', domain, '--set', set, '--replay', replay, '--format', 'json'];
    const report = JSON.parse(execFileSync('cmec', command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }));
    const { outcome } = report.cases[0];
    const pass = outcome === 'right';
    return { pass, score: pass ? 1 : 0, reason: outcome };
  } catch (error) {
    // Such as a question that stands on the card.
    return { pass: false, score: 0, reason: String(error.stderr ?? error) };
  } finally {
    rmSync(folder, { recursive: true });
  }
};
