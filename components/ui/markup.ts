import type { ReactElement, ReactNode } from 'react'

/** What is drawn as markup holds a component that needs a browser, or that waits: React has to draw it. */
export class NeedsReact extends Error {}

/** A component that React knows by reference alone here, and what stands for it in markup. */
export type Replacements = ReadonlyMap<unknown, (props: never) => ReactNode>

/**
 * The HTML of plain elements and of components without state: the one place that escapes what React does not. It is for
 * parts of a page that React need not know by element (static.tsx), and draws what React would.
 */
export function markupOf(node: ReactNode, replacements: Replacements = new Map()): string {
  if (node === null || node === undefined || typeof node === 'boolean') return ''
  if (typeof node === 'string') return escaped(node)
  if (typeof node === 'number' || typeof node === 'bigint') return String(node)
  if (isList(node)) {
    let text = ''
    for (const one of node) text += markupOf(one, replacements)
    return text
  }
  if (!isElement(node)) throw new NeedsReact('a promise')
  const { type, props } = node
  if (typeof type === 'string') return elementMarkup(type, props, replacements)
  if (type === FRAGMENT) return markupOf(childrenOf(props), replacements)
  const draw = replacements.get(type) ?? drawingOf(type)
  return markupOf(draw(props as never), replacements)
}

const FRAGMENT: unknown = Symbol.for('react.fragment')
const CLIENT_REFERENCE = Symbol.for('react.client.reference')
const FORWARD_REF = Symbol.for('react.forward_ref')

type Drawing = (props: never) => ReactNode
type Props = Record<string, unknown>

function drawingOf(type: unknown): Drawing {
  const kind: unknown = type === null ? null : Reflect.get(Object(type), '$$typeof')
  if (kind === FORWARD_REF) return Reflect.get(Object(type), 'render')
  if (typeof type === 'function' && kind !== CLIENT_REFERENCE) return (props) => type(props)
  throw new NeedsReact('a client component')
}

function isList(node: object): node is Iterable<ReactNode> {
  return Symbol.iterator in node
}

function isElement(node: object): node is ReactElement<Props> {
  return 'type' in node && 'props' in node
}

function childrenOf({ children }: Props): ReactNode {
  return children as ReactNode
}

function elementMarkup(tag: string, props: Props, replacements: Replacements): string {
  let text = `<${tag}`
  // As React has it: an input's value and whether it is ticked come last.
  for (const name in props) if (!LAST.has(name)) text += attribute(tag, name, props[name])
  for (const name of LAST) text += attribute(tag, name, props[name])
  if (tag === 'select') return `${text}>${optionsOf(props, replacements)}</select>`
  if (VOID.has(tag)) return `${text}/>`
  const raw = props.dangerouslySetInnerHTML as { __html: string } | undefined
  if (raw) return `${text}>${raw.__html}</${tag}>`
  if (tag === 'textarea') return `${text}>\n${escaped(String(props.defaultValue ?? ''))}</textarea>`
  const children = markupOf(childrenOf(props), replacements)
  return children === '' && SHAPES.has(tag) ? `${text}/>` : `${text}>${children}</${tag}>`
}

/** The options of a select: the one that it begins with is marked. */
function optionsOf(props: Props, replacements: Replacements): string {
  const options = markupOf(childrenOf(props), replacements)
  if (props.defaultValue === undefined) return options
  return options.replace(
    `<option${written('value', props.defaultValue)}`,
    (option) => `${option} selected=""`,
  )
}

function attribute(tag: string, name: string, value: unknown): string {
  if (value === undefined || value === null || typeof value === 'function' || NO_ATTRIBUTES.has(name))
    return ''
  if (name === 'defaultChecked') return value === true ? ' checked=""' : ''
  if (name === 'defaultValue') return VOID.has(tag) ? written('value', value) : ''
  if (name === 'style') throw new NeedsReact('a style')
  // React replaces an address that is a script.
  if (ADDRESSES.has(name) && isScript(String(value))) throw new NeedsReact('an address')
  const known = NAMES[name] ?? name
  if (typeof value !== 'boolean' || /^(?:aria-|data-|spellCheck$|draggable$)/.test(name))
    return written(known, value)
  return value && SWITCHES.has(name) ? ` ${known}=""` : ''
}

const ADDRESSES = new Set(['href', 'src', 'action', 'formAction', 'xlinkHref'])

/** Browsers leave out control characters before the scheme, and line breaks and tabs within it. */
function isScript(address: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return /^javascript:/i.test(address.replace(/[\u0000-\u0020]/g, ''))
}

function written(name: string, value: unknown): string {
  return ` ${name}="${escaped(String(value))}"`
}

function escaped(text: string): string {
  return /["&'<>]/.test(text) ? text.replace(/["&'<>]/g, (character) => ENTITIES[character] ?? '') : text
}

const ENTITIES: Record<string, string> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
}

const LAST = new Set(['checked', 'defaultChecked', 'value', 'defaultValue'])

const VOID = new Set(['br', 'hr', 'img', 'input', 'link', 'meta'])
/** Of drawings, where a tag may close itself. */
const SHAPES = new Set(['circle', 'ellipse', 'line', 'path', 'polygon', 'polyline', 'rect', 'use'])

const NO_ATTRIBUTES = new Set([
  'children',
  'dangerouslySetInnerHTML',
  'key',
  'ref',
  'suppressHydrationWarning',
])

const SWITCHES = new Set([
  'autoFocus',
  'checked',
  'disabled',
  'download',
  'hidden',
  'multiple',
  'noValidate',
  'open',
  'readOnly',
  'required',
  'selected',
])

/** The names of attributes that are not those of their properties. */
const NAMES: Record<string, string> = {
  autoFocus: 'autofocus',
  className: 'class',
  htmlFor: 'for',
  noValidate: 'novalidate',
  readOnly: 'readonly',
  strokeDasharray: 'stroke-dasharray',
  strokeLinecap: 'stroke-linecap',
  strokeLinejoin: 'stroke-linejoin',
  strokeWidth: 'stroke-width',
  tabIndex: 'tabindex',
}
