import pg from 'pg'
import { median } from '#bench/load.ts'
import { record, type Statement } from '#bench/recorder.ts'
import { isPlannedForValues } from '#lib/database/client.ts'

/** How PostgreSQL runs a statement of the product; times in milliseconds. */
export type Plan = {
  what: string
  statement: string
  planning: number
  execution: number
  /** Pages looked at, in memory or not. */
  pages: number
  /** The nodes from the outside in, with the rows that each gave. */
  nodes: string
}

/** How often a statement is explained; the median counts. */
const TIMES = 7
/** A statement that takes longer than this, in milliseconds, is explained once: its time varies little. */
const SLOW = 500

const READS = /^\s*(SELECT|WITH)\b/i
const WRITES = /\b(INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b/i

/**
 * The plans of everything that some work of this process reads. Each statement is prepared and run often enough first
 * that PostgreSQL has settled between a plan for these values and one for any, as it has on the product's connections;
 * those that the product does not keep prepared are planned for these values.
 */
export async function plansOf(url: string, what: string, work: () => Promise<unknown>): Promise<Plan[]> {
  const statements = (await record(work)).filter(({ text }) => READS.test(text) && !WRITES.test(text))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const plans: Plan[] = []
    for (const [index, statement] of statements.entries()) {
      const mode = isPlannedForValues(statement.text) ? 'force_custom_plan' : 'auto'
      await client.query(`SET plan_cache_mode = ${mode}`)
      plans.push(await explain(client, `s${index}`, what, statement))
    }
    return plans
  } finally {
    await client.end()
  }
}

async function explain(
  client: pg.Client,
  name: string,
  what: string,
  { text, values }: Statement,
): Promise<Plan> {
  const call =
    values.length === 0 ? name : `${name} (${values.map((value) => literal(client, value)).join(', ')})`
  await client.query(`PREPARE ${name} AS ${text}`)
  const begun = performance.now()
  await client.query(`EXECUTE ${call}`)
  const isSlow = performance.now() - begun > SLOW
  for (let time = 1; !isSlow && time < 6; time += 1) await client.query(`EXECUTE ${call}`)
  const found: Explained[] = []
  for (let time = 0; time < (isSlow ? 1 : TIMES); time += 1) {
    const { rows } = await client.query(
      `EXPLAIN (ANALYZE, BUFFERS, SERIALIZE TEXT, TIMING OFF, FORMAT JSON) EXECUTE ${call}`,
    )
    found.push(rows[0]['QUERY PLAN'][0] as Explained)
  }
  const root = (found[0] as Explained).Plan
  return {
    what,
    statement: shortened(text),
    planning: median(found.map((plan) => plan['Planning Time'])),
    execution: median(found.map((plan) => plan['Execution Time'])),
    pages: (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0),
    nodes: inWords(root),
  }
}

type Explained = { Plan: Node; 'Planning Time': number; 'Execution Time': number }
type Node = {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  'Workers Launched'?: number
  Plans?: Node[]
}

function inWords(node: Node): string {
  const name = [node['Node Type'], node['Index Name'] ?? node['Relation Name']].filter(Boolean).join(' ')
  const removed = node['Rows Removed by Filter'] ? `, ${node['Rows Removed by Filter']} dropped` : ''
  const workers = node['Workers Launched'] ? `, ${node['Workers Launched']} workers` : ''
  const own = `${name} (${Math.round(node['Actual Rows'])} rows${removed}${workers})`
  const inner = (node.Plans ?? []).map(inWords)
  return inner.length === 0 ? own : `${own} < ${inner.length === 1 ? inner[0] : `[${inner.join('; ')}]`}`
}

/** Without the long list of columns, and without the quotation marks and table names that Prisma puts everywhere. */
function shortened(text: string): string {
  const plain = text
    .replace(/"public"\./g, '')
    .replace(/"(\w+)"\."(\w+)"/g, '$2')
    .replaceAll('"', '')
    .replace(/\s+/g, ' ')
    .trim()
  return plain.replace(/^SELECT (?:\w+, ){3,}\w+ FROM/, 'SELECT … FROM').replace(/(\$\d+,){3,}/, '$1…,')
}

function literal(client: pg.Client, value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (Array.isArray(value))
    return client.escapeLiteral(`{${value.map((item) => JSON.stringify(String(item))).join(',')}}`)
  return client.escapeLiteral(String(value))
}
