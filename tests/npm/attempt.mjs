// One whole attempt with the TypeScript SDK's client. Takes what to do as JSON on the command line: a server, by the
// command that starts it or by URL and token, a task and a program for it. Prints what became of it as JSON.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const { server, taskId, program } = JSON.parse(process.argv[2]);

function transport() {
  if (server.command !== undefined) {
    return new StdioClientTransport({ command: server.command, env: server.environment });
  }
  const headers = { Authorization: `Bearer ${server.token}` };
  return new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } });
}

const client = new Client({ name: "attempt.mjs", version: "1" });

async function call(name, args) {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error(`${name}: ${result.content[0].text}`);
  return result;
}

// The client checks each structured result against the schema in a list of tools that it asked for before.
async function attempt() {
  const { tools } = await client.listTools();
  const task = await call("get_task", { task_id: taskId });
  const { attempt_id } = (await call("start_attempt", { task_id: taskId })).structuredContent;
  await call("write_files", { attempt_id, files: [{ path: "main.mjs", content: program }] });
  const tests = (await call("run_tests", { attempt_id })).structuredContent;
  const submission = (await call("submit", { attempt_id })).structuredContent;
  return { tools: tools.length, task: task.content[0].text, passed: tests.passed, verdict: submission.verdict };
}

// What is there beyond tools, for clients that know it.
async function extras() {
  const uri = `repozero://tasks/${taskId}/spec`;
  const { resources } = await client.listResources();
  const { resourceTemplates } = await client.listResourceTemplates();
  const { contents } = await client.readResource({ uri });
  const { prompts } = await client.listPrompts();
  const { messages } = await client.getPrompt({ name: prompts[0].name, arguments: { task_id: taskId } });
  const ofPrompt = await client.complete({
    ref: { type: "ref/prompt", name: prompts[0].name },
    argument: { name: "task_id", value: taskId.slice(0, -1) },
  });
  const [track, library] = taskId.split("/");
  const ofTemplate = await client.complete({
    ref: { type: "ref/resource", uri: resourceTemplates[0].uriTemplate },
    argument: { name: "name", value: "" },
    context: { arguments: { track, library } },
  });
  return {
    listed: resources.some((resource) => resource.uri === uri),
    spec: contents[0].text,
    prompt: messages[0].content.text,
    completedTasks: ofPrompt.completion.values,
    completedNames: ofTemplate.completion.values,
  };
}

await client.connect(transport());
try {
  console.log(JSON.stringify({ server: client.getServerVersion(), ...(await attempt()), ...(await extras()) }));
} finally {
  await client.close();
}
