// A provider of promptfoo: the card of a domain and a question → what the model says.
const { execFileSync } = require('node:child_process');

module.exports = class {
  constructor({ id, config }) {
    this.name = id ?? `cmec ${config.notation} ${config.model}`;
    this.config = config;
  }

  id() {
    return this.name;
  }

  async callApi(question) {
    const { domain, notation, language, endpoint, model, keyEnv } = this.config;
    const told = ['card', '--domain', domain, '--notation', notation, '--lang', language, '--format', 'json'];
    const { card } = JSON.parse(execFileSync('cmec', told, { encoding: 'utf8' }));
    const key = keyEnv && process.env[keyEnv];
    const answer = await fetch(`${endpoint}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({
        model,
        temperature: 0,
        messages: [{ role: 'system', content: card }, { role: 'user', content: question }],
      }),
      signal: AbortSignal.timeout(60_000),
    });
    if (!answer.ok) return { error: `${answer.status} ${answer.statusText}` };
    const { choices, usage } = await answer.json();
    const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = usage ?? {};
    return { output: choices?.[0]?.message?.content ?? '', tokenUsage: { prompt, completion, total } };
  }
};
