// @vitest-environment node
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Undo2 } from './icons.tsx'
import { markupOf, NeedsReact } from './markup.ts'
import { Money } from './money.tsx'
import { Select } from './select.tsx'
import { TextInput } from './text-input.tsx'

/** An element may close itself in a drawing, and attributes may come in any order. */
function alike(html: string): string {
  return html
    .replace(/><\/(?:use|path|circle)>/g, '/>')
    .replace(/<(\w+)((?: [\w-]+="[^"]*")+)(\/?>)/g, (_, tag: string, attributes: string, end: string) => {
      const names = attributes.match(/ [\w-]+="[^"]*"/g) ?? []
      return `<${tag}${names
        .map((name) => name.replace(/^ [\w-]+/, (word) => word.toLowerCase()))
        .sort()
        .join('')}${end.replace('/', '')}`
    })
}

const CASES = {
  'texts and what has to be escaped': (
    <p title={'<script>"\'&'} data-x="a&b" aria-hidden={false} hidden>
      {'<b>'}
      {1}
      {null}
      {false}
      {2n}
    </p>
  ),
  'fields with defaults': (
    <>
      <TextInput name="from" aria-label="From" defaultValue={'"x"'} autoComplete="off" spellCheck={false} />
      <input type="checkbox" name="ids" value="1" defaultChecked readOnly tabIndex={-1} />
      <Select name="by" defaultValue="b">
        <option value="a">A</option>
        <option value="b">B</option>
      </Select>
    </>
  ),
  'an icon and an amount': (
    <>
      <Undo2 className="size-3.5" />
      <Money amount={-123_456} currency="INR" />
    </>
  ),
}

it.each(Object.entries(CASES))('draws what React would: %s', (_, node) => {
  // Within a component, as what reads the reader's preferences is drawn.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what is tested.
  const Text = () => <div dangerouslySetInnerHTML={{ __html: markupOf(node) }} />
  const text = renderToStaticMarkup(<Text />).slice('<div>'.length, -'</div>'.length)
  expect(alike(text)).toBe(alike(renderToStaticMarkup(node).replace(/<!-- -->/g, '')))
})

it('leaves to React what needs it', () => {
  expect(() => markupOf(Promise.resolve('later'))).toThrow(NeedsReact)
  const client = Object.assign(() => null, { $$typeof: Symbol.for('react.client.reference') })
  const Client = client
  expect(() => markupOf(<Client />)).toThrow(NeedsReact)
  expect(() => markupOf(<p style={{ color: 'red' }}>x</p>)).toThrow(NeedsReact)
  for (const href of ['javascript:void 0', ' java\tscript:void 0', '\u0001JAVASCRIPT:void 0'])
    expect(() => markupOf(<a href={href}>x</a>)).toThrow(NeedsReact)
})
