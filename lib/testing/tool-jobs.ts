import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { storedCredentials } from '#e2e/oauth/stored-credentials.ts'
import { SCOPE_NAMES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { handleTools } from '#lib/surfaces/tools/server.ts'
import { type Authorization, CALLBACK, openAuthorization } from '#lib/testing/authorization.ts'
import type { Instance } from '#lib/testing/instance.ts'
import { openRest } from '#lib/testing/rest.ts'
import { type Body, cardOf, shopOf, upiOf } from '#lib/testing/shop.ts'
import { estimatedTokens } from '#lib/testing/token-estimate.ts'
import { DAY } from '#lib/values/time.ts'

/** What a job cost: its calls with their results, beside the list of tools, which a conversation pays once. */
type JobCost = { job: string; calls: number; bytes: number; tokens: number; right: boolean }
/** A list as it is sent, and the tokens of the part that apps pass on to a model. */
type ListCost = { list: string; tools: number; bytes: number; tokens: number; model_tokens: number }

/**
 * Stripe's local server (`@stripe/mcp` 0.2.5 with all tools), measured in the same way. With its tools a model can do two of
 * the jobs: the refund in at least 3 calls, and the bill, without tax, in at least 8.
 */
export const COMPARED = {
  list: "Stripe's local server, all tools",
  tools: 22,
  bytes: 21_612,
  tokens: 5_343,
  model_tokens: 4_408,
  jobs: 2,
  calls: 11,
}

type Listed = { name: string; description?: string | undefined; inputSchema: { properties?: object } }

/**
 * A model of the plainest kind: for each step it takes the tool whose name and description share the most words with what
 * it wants, and knows arguments by their names only.
 */
class PlainModel {
  calls = 0
  bytes = 0
  tokens = 0
  /** The tools that it chose, in order. */
  readonly chosen: string[] = []
  private readonly client: Client
  private tools: Listed[]

  constructor(client: Client, tools: Listed[]) {
    this.client = client
    this.tools = tools
  }

  async want(what: string, args: Record<string, unknown>): Promise<Body> {
    const tool = this.choose(what)
    const known = Object.keys(tool.inputSchema.properties ?? {})
    const strange = Object.keys(args).filter((name) => !known.includes(name))
    if (strange.length > 0) throw new Error(`${tool.name} lists no ${strange.join(', ')}.`)
    this.chosen.push(tool.name)
    const sent = JSON.stringify({ name: tool.name, arguments: args })
    this.calls += 1
    this.count(sent)
    const result = await this.client.callTool({ name: tool.name, arguments: args })
    const text = (result.content as { text: string }[]).map((part) => part.text).join('\n')
    this.count(text)
    if (result.isError) throw new Error(text)
    return result.structuredContent
  }

  private count(text: string): void {
    const counted = withoutChance(text)
    this.bytes += Buffer.byteLength(counted)
    this.tokens += estimatedTokens(counted)
  }

  async lookAgain(): Promise<void> {
    this.tools = (await this.client.listTools()).tools
  }

  /** The choice that an argument lists with the most words of what it wants. */
  choiceOf(argument: string, what: string): string {
    const choices = this.tools.flatMap(({ inputSchema }) => {
      const { [argument]: one } = (inputSchema.properties ?? {}) as Record<string, { enum?: string[] }>
      return one?.enum ?? []
    })
    const score = (choice: string) => shared(wordsOf(what), wordsOf(choice))
    return choices.sort((left, right) => score(right) - score(left))[0] ?? ''
  }

  private choose(what: string): Listed {
    const wanted = wordsOf(what)
    const score = ({ name, description = '' }: Listed) => {
      const [inName, inText] = [wordsOf(name), wordsOf(description)]
      return (
        2 * shared(wanted, inName) +
        shared(wanted, inText) -
        0.5 * inName.filter((word) => !wanted.includes(word)).length
      )
    }
    const [best] = [...this.tools].sort((left, right) => score(right) - score(left))
    if (!best) throw new Error('There are no tools.')
    return best
  }
}

/**
 * A text with fixed IDs, tokens and times in place of those of this run, so that every run has the same costs: random text
 * has more or fewer tokens by chance.
 */
export function withoutChance(text: string): string {
  return text
    .replace(/\b([a-z]+_)[0-9A-Za-z]{14}\b/g, '$1NfLw3gQ81xRt0a')
    .replace(/(\/(?:bill|refund)\/)[\w-]+/g, '$1Xk2pQ7vB9tLmR4sWc6yZ')
    .replace(/\b1[6-9]\d{8}\b/g, '1796100000')
    .replace(/\b20\d\d-\d\d-\d\d\b/g, '2026-11-25')
}

function shared(wanted: string[], words: string[]): number {
  return wanted.filter((word) => words.includes(word)).length
}

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[a-z]+/g) ?? []).map((word) => word.replace(/s$/, ''))
}

/** The official client sends codes without TLS only within the machine. */
const ENDPOINT = 'http://desk.localhost/mcp'

/** An app of the official client whose person allowed what it asked at first, which is to read. */
async function connectReader(server: Authorization) {
  const stored = storedCredentials(CALLBACK)
  const person = await server.person()
  const open = () =>
    new StreamableHTTPClientTransport(new URL(ENDPOINT), {
      authProvider: stored.provider,
      fetch: (input, init) => {
        const request = new Request(input, init)
        return request.url.startsWith(ENDPOINT) ? handleTools(request) : server.send(request.url, init)
      },
    })
  const client = new Client({ name: 'test', version: '1' })
  let transport = open()
  /** Lets the person allow what the app asked last. @returns the scopes of the request */
  const allow = async () => {
    const request = Object.fromEntries(stored.requested.at(-1)?.searchParams ?? [])
    await transport.finishAuth((await server.decide(request, person)).searchParams)
    return request.scope
  }
  await client.connect(transport).catch(assertUnauthorized)
  await allow()
  transport = open()
  await client.connect(transport)
  return { client, allow }
}

/** The client tells its app so once the person has the URL of the consent screen. */
function assertUnauthorized(thrown: unknown): void {
  if (!(thrown instanceof UnauthorizedError)) throw thrown
}

/**
 * Six jobs of a merchant, done with the listed tools alone, and what each cost.
 * @returns the costs, and the tools that were chosen for each job
 */
export async function runToolJobs(instance: Instance) {
  const shop = shopOf(await openRest(instance), instance)
  const now = Math.floor(Date.now() / 1000)
  // The tool server counts real time: yesterday and today are those of the clock on the wall.
  await instance.pass(now - 3 * DAY - instance.now())
  const old = await shop.authorized(61_000)
  await instance.pass(2 * DAY)
  const soldYesterday = await shop.captured(250_000)
  const refundedYesterday = await shop.captured(40_000)
  await shop.refund(refundedYesterday, { amount: 15_000 })
  await instance.pass(DAY)
  const window = instance.actor.account.authorization_window_seconds
  await setExpiry(instance, old, endOfToday(now) - 60)
  const later = await shop.authorized(62_000)
  await setExpiry(instance, later, now + window)
  const request = await shop.pay(
    await shop.order(90_000, { payment_capture: true }),
    cardOf('4111111111111111'),
    {
      email: 'Asha.Rao@example.com',
    },
  )
  for (const amount of [1_000, 2_000, 3_000]) await shop.attempt(await shop.order(amount), upiOf('failure'))

  const server = await openAuthorization(instance, { MCP_URL: new URL(ENDPOINT).origin })
  const connect = async (scopes: readonly string[]) => {
    const { token, actor } = await server.tokenOf(scopes.join(' '))
    await instance.runtime.query(
      'UPDATE oauth_grants SET limit_per_call = 1000000, limit_per_day = 9000000 WHERE user_id = $1',
      [actor.id],
    )
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(ENDPOINT), {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
        fetch: (input, init) => handleTools(new Request(input, init)),
      }),
    )
    const { tools } = await client.listTools()
    return { client, tools }
  }
  const reading = await connect(['read_only'])
  const { client, tools } = await connect(SCOPE_NAMES)
  const lists: ListCost[] = [
    { list: 'a token that reads', ...sizeOf(reading.tools) },
    { list: 'a token with every scope', ...sizeOf(tools) },
  ]
  const jobs: JobCost[] = []
  const chosen: Record<string, string[]> = {}
  const job = async (
    name: string,
    listed: Listed[],
    work: (model: PlainModel) => Promise<boolean>,
    app = client,
  ) => {
    const model = new PlainModel(app, listed)
    const right = await work(model)
    const { calls, bytes, tokens } = model
    jobs.push({ job: name, calls, bytes, tokens, right })
    chosen[name] = model.chosen
  }

  await job('Find a payment by email and refund it', tools, async (model) => {
    const found = await model.want('list payments', { email: 'asha.rao@example.com', status: 'captured' })
    const [payment] = found.items
    const refund = await model.want('refund payment', {
      id: payment.id,
      amount: payment.amount,
      idempotency_key: 'refund-asha',
    })
    const { amount_refunded } = await shop.fetch(request.id)
    return found.has_more === false && refund.payment_id === request.id && amount_refunded === 90_000
  })
  await job('Capture the authorizations that expire today', tools, async (model) => {
    const expiring = await model.want('list payments', {
      authorized_until_from: 'today',
      authorized_until_to: 'today',
    })
    for (const { id, amount } of expiring.items)
      await model.want('capture payment', { id, amount, idempotency_key: `capture-${id}` })
    const [captured, pending] = await Promise.all([shop.fetch(old.id), shop.fetch(later.id)])
    return captured.status === 'captured' && pending.status === 'authorized'
  })
  await job('Reconcile yesterday', reading.tools, async (model) => {
    const totals = await model.want('reconcile a day', { period: 'yesterday' })
    const { fee, tax } = soldYesterday
    const fees = fee + refundedYesterday.fee
    return (
      totals.captured === 290_000 &&
      totals.captured_count === 2 &&
      totals.refunded === 15_000 &&
      totals.fees + totals.tax === fees &&
      totals.tax === tax + refundedYesterday.tax &&
      totals.net === 290_000 - 15_000 - fees
    )
  })
  await job('Explain why payments failed today', reading.tools, async (model) => {
    const summary = await model.want('why payments failed', { period: 'today' })
    const [first] = summary.reasons
    return (
      summary.failed === 3 && summary.failed_amount === 6_000 && first.count === 3 && first.means.length > 0
    )
  })
  await job('Add a customer and bill them', tools, async (model) => {
    const customer = await model.want('create customer', {
      name: 'Ravi Menon',
      email: 'ravi@example.com',
      idempotency_key: 'customer-ravi',
    })
    const bill = await model.want('create a bill', {
      customer: { customer_id: customer.id },
      items: [
        { name: 'Tea, 250 g', quantity: 2, unit_amount: 25_000, tax_percent: 5 },
        { name: 'Cup', unit_amount: 12_000, tax_percent: 18 },
      ],
      payment_method: 'upi',
      idempotency_key: 'bill-ravi',
    })
    // 2 x 250.00 and 5%, 120.00 and 18%.
    return bill.receipt_summary.net_payable_amount === 66_660 && /\/bill\//.test(bill.receipt_url)
  })
  const reader = await connectReader(server)
  await job(
    'Refund a payment with a connection that reads',
    (await reader.client.listTools()).tools,
    async (model) => {
      const scope = model.choiceOf('scope', 'refund')
      const request = () => model.want('request permission to refund payments', { scope })
      await request().catch(assertUnauthorized)
      const requested = await reader.allow()
      await request()
      await model.lookAgain()
      const refund = await model.want('refund payment', {
        id: soldYesterday.id,
        amount: 5_000,
        idempotency_key: 'refund-asked',
      })
      return requested === 'read_only refunds:write' && refund.payment_id === soldYesterday.id
    },
    reader.client,
  )
  await Promise.all([client, reading.client, reader.client].map((one) => one.close()))
  // Lines of the request log are written later, and need the database.
  await flushRequestLog(instance.runtime.query)
  return { lists, jobs, chosen }
}

function sizeOf(tools: Listed[]): Omit<ListCost, 'list'> {
  const text = JSON.stringify(tools)
  const forModel = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  return {
    tools: tools.length,
    bytes: Buffer.byteLength(text),
    tokens: estimatedTokens(text),
    model_tokens: estimatedTokens(JSON.stringify(forModel)),
  }
}

/** The last second of the day in India. */
function endOfToday(now: number): number {
  const ahead = 19_800
  return (Math.floor((now + ahead) / DAY) + 1) * DAY - ahead - 1
}

async function setExpiry(instance: Instance, { id }: Body, at: number): Promise<void> {
  await instance.runtime.query('UPDATE payments SET capture_by = $2 WHERE id = $1', [id, at])
}
