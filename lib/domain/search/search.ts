import {
  anyOf,
  bankReference,
  type Condition,
  equal,
  equalInAnyCase,
  numbered,
  prefix,
} from '#lib/domain/conditions.ts'
import { withEmail } from '#lib/domain/customers/find.ts'
import { withContact } from '#lib/domain/payments/contact-conditions.ts'
import { readRecord } from '#lib/domain/search/fetch.ts'
import { pagesAbout } from '#lib/domain/search/guides.ts'
import { KINDS, kindOf, type SearchedKind } from '#lib/domain/search/kinds.ts'
import { Search, type SearchResult, SearchResults } from '#lib/domain/search/schema.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation, permissionLacking } from '#lib/pipeline/operation.ts'
import { e164 } from '#lib/values/phone.ts'

/** The most results of one kind, and of all. */
const OF_A_KIND = 8
const MAX_RESULTS = 20

export const search = defineOperation({
  name: 'search',
  title: 'Search records and documentation',
  summary:
    'Finds payments, orders, refunds, customers and bills by email, phone, ID, receipt or name; and guides.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  scope: 'read_only',
  documents: true,
  input: Search,
  output: SearchResults,
  async run(context, { query }) {
    const terms = termsOf(query)
    const found = await Promise.all([
      ...terms.ids.map((id) => byId(context, id)),
      ...sourcesOf(terms, context).map((source) => rowsOf(context, source)),
    ])
    const pages = pagesAbout(terms.question).map(({ id, title, path }) => ({
      id,
      title,
      url: `${context.baseUrl}${path}`,
    }))
    const results = [...found.flat(), ...pages]
    const unique = new Map(results.map((result) => [result.id, result]))
    return { results: [...unique.values()].slice(0, MAX_RESULTS) }
  },
})

/** What a query is about. People and models write sentences around it. */
type Terms = {
  ids: string[]
  emails: string[]
  phones: string[]
  references: string[]
  /** All but IDs and emails, in lower case: a name, or a question. */
  rest: string
  /** The same without references, whose letters are about nothing. */
  question: string
}

function termsOf(query: string): Terms {
  const parts = query
    .trim()
    .split(/[\s,;"']+/)
    .filter(Boolean)
    .map(withoutPunctuation)
  const ids = parts.filter((part) => kindOf(part) !== null)
  const emails = parts.filter((part) => part.includes('@'))
  const phones = (query.match(/\+?\d[\d ()-]{6,}\d/g) ?? []).filter(
    (phone) => phone.replace(/\D/g, '').length <= 15,
  )
  const rest = parts.filter((part) => !ids.includes(part) && !emails.includes(part))
  return {
    ids: ids.slice(0, 5),
    emails: emails.slice(0, 3),
    phones: phones.slice(0, 3),
    // A receipt or a reference of a bank has a digit.
    references: rest.filter((part) => /\d/.test(part)).slice(0, 5),
    rest: rest.join(' ').toLowerCase(),
    question: rest.filter((part) => !/\d/.test(part)).join(' '),
  }
}

/** A part of a sentence without what ends or encloses it. */
function withoutPunctuation(part: string): string {
  let end = part.length
  while (end > 0 && '.?!:)'.includes(part.charAt(end - 1))) end -= 1
  return part.slice(part.startsWith('(') ? 1 : 0, end)
}

type Source = { table: string; kind: SearchedKind; conditions: Condition[] }

/** The tables where something may be found by the terms, with what is looked for; each is served by an index. */
function sourcesOf({ emails, phones, references, rest }: Terms, { account }: Context): Source[] {
  const { pay, order, rfnd, cust, bill } = KINDS as Record<
    'pay' | 'order' | 'rfnd' | 'cust' | 'bill',
    SearchedKind
  >
  const contacts = phones.map((phone) => e164(phone, account.country))
  const banks = references.flatMap((reference) =>
    bankReference(['rrn', 'arn', 'auth_code', 'utr'], reference),
  )
  const withNumber = (column: string) => references.flatMap((one) => equalInAnyCase(column, one))
  const identities = emails.map((email) => ({ sql: 'identity LIKE ?', values: [`${withEmail(email)}%`] }))
  const named = rest.length > 2 ? prefix('search_name', rest) : []
  const sources = [
    {
      table: 'payments',
      kind: pay,
      conditions: [
        ...emails.flatMap((email) => equalInAnyCase('email', email)),
        ...(contacts.length === 0 ? [] : withContact(...contacts)),
        ...banks,
      ],
    },
    { table: 'orders', kind: order, conditions: withNumber('receipt') },
    { table: 'refunds', kind: rfnd, conditions: banks },
    {
      table: 'customers',
      kind: cust,
      conditions: [...identities, ...contacts.flatMap((contact) => equal('contact', contact)), ...named],
    },
    {
      table: 'bills',
      kind: bill,
      conditions: [
        ...emails.flatMap((email) => equal('email', email.toLowerCase())),
        ...withNumber('receipt_number'),
      ],
    },
  ]
  return sources.filter(({ conditions }) => conditions.length > 0)
}

async function rowsOf(context: Context, { table, kind, conditions }: Source): Promise<SearchResult[]> {
  if (permissionLacking(kind.operation, context.actor) !== undefined) return []
  const [where] = anyOf(conditions)
  if (!where) return []
  const { sql, values } = numbered({
    sql: `SELECT * FROM ${table} WHERE account_id = ? AND ${where.sql} ORDER BY created_at DESC, id DESC LIMIT ${OF_A_KIND}`,
    values: [context.account.id, ...where.values],
  })
  // Of one of several tables: the title of the kind reads the columns that it needs.
  const rows = await context.rows<Record<string, unknown> & { id: string }>(sql, values)
  return rows.map((row) => resultOf(context, kind, row.id, row))
}

async function byId(context: Context, id: string): Promise<SearchResult[]> {
  const kind = kindOf(id)
  if (!kind) return []
  try {
    return [resultOf(context, kind, id, await readRecord(context, kind, id))]
  } catch (thrown) {
    // Nothing is found by the ID of another account, nor without the permission.
    if (isAppError(thrown)) return []
    throw thrown
  }
}

function resultOf({ baseUrl }: Context, kind: SearchedKind, id: string, record: Record<string, unknown>) {
  return { id, title: kind.title(record), url: `${baseUrl}/${kind.pages}/${id}` }
}
