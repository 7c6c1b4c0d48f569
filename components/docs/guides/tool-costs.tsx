import { TOOL_COSTS } from '#lib/api-docs/tool-costs.ts'
import { TOOL_GUIDES } from '#lib/api-docs/tool-guides.ts'
import { C, Facts } from './prose.tsx'

const number = (value: number) => value.toLocaleString('en')

/** What tools cost a model, in tokens, as it is measured. */
export function ToolCosts() {
  const { lists, jobs } = TOOL_COSTS
  return (
    <>
      <p>
        A model pays for the list of tools in every conversation. The list holds only the tools that the app's
        scopes, your role and the account can use. Apps pass the name, description and input schema of each
        tool on to the model; the rest of the list, such as titles, is for the app. Tokens are estimated,
        within 11% of the tokenizer o200k_base.
      </p>
      <Facts
        caption="Cost of the list of tools"
        heads={['List', 'Tools', 'Bytes', 'Tokens', 'Tokens for the model']}
        rows={lists.map(({ list, tools, bytes, tokens, model_tokens }) => [
          `For ${list}`,
          number(tools),
          number(bytes),
          number(tokens),
          number(model_tokens),
        ])}
      />
      <p>
        Six common jobs, done by a script in place of a model: it chooses each tool by its name and
        description alone, always in the same way. The costs are those of the calls and their results.
      </p>
      <Facts
        caption="Cost of six jobs"
        heads={['Job', 'Calls', 'Bytes', 'Tokens', 'Right result']}
        rows={jobs.map(({ job, calls, bytes, tokens, right }) => [
          job,
          number(calls),
          number(bytes),
          number(tokens),
          right ? 'Yes' : 'No',
        ])}
      />
      <p>
        Results leave out fields without a value. Every list takes <C>fields</C>, the fields of each item;
        without it, pages of orders, payments, refunds, customers, bills and events have a few. <C>next</C>{' '}
        has the arguments of the next page while <C>has_more</C> is true. Times in arguments can be dates, ISO
        8601 or words such as <C>yesterday</C>, <C>last Monday</C> and <C>24 Nov 2026</C>; <C>24/11/2026</C>{' '}
        is day first.
      </p>
      <p>Clients find these guides with search and as resources:</p>
      <ul className="list-disc pl-5">
        {TOOL_GUIDES.map(({ name, title, summary }) => (
          <li key={name}>
            <a href={`/docs/guides/apps/${name}`} className="link">
              {title}
            </a>
            : {summary}
          </li>
        ))}
      </ul>
    </>
  )
}
