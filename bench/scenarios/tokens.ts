import { connect, exchange, FORM, tokenFor } from '#bench/connection.ts'
import { openInstance } from '#bench/instance.ts'
import { type Entrant, measure } from '#bench/measure.ts'
import { entrantOf, type Result, type Setting } from '#bench/scenarios/scenario.ts'
import { CLIENT_ID, makeCodes } from '#bench/servers/codes.ts'
import { launch, type Server } from '#bench/servers/launch.ts'
import { provider } from '#lib/oauth/provider.ts'

/** More than any server redeems in a second; a stretch that has used up its codes ends early. */
const CODES_A_SECOND = 2500

/** Codes for tokens, and introspection of one, beside the engine by itself: on a plain table, and in memory. */
export async function tokens({ cluster, conditions }: Setting): Promise<Result> {
  const instance = await openInstance(await cluster.fresh('bench_tokens'))
  const server = await launch('router', instance.url)
  const [plain, memory] = [await launch('oidc-postgres', instance.url), await launch('oidc', instance.url)]
  const granted = await connect(instance, server)
  const sources: [Server, Codes][] = [
    [plain, codesOf(plain)],
    [server, (count) => makeCodes(provider(), granted, count)],
    [memory, codesOf(memory)],
  ]
  const outcomes = [
    await measure(
      'code for token',
      sources.map(([from, codes]) => redeeming(from, codes)),
      conditions,
    ),
    await measure(
      'introspection',
      await Promise.all(
        sources.map(async ([from, codes]) =>
          introspecting(from, await tokenFor(from, (await codes(1))[0] ?? '')),
        ),
      ),
      conditions,
    ),
  ]
  await Promise.all(sources.map(([from]) => from.stop()))
  await instance.close()
  return { outcomes, plans: [], notes: [] }
}

type Codes = (count: number) => Promise<string[]>

/** Codes that the engine by itself makes, in its own process. */
function codesOf({ url }: Server): Codes {
  return async (count) => (await (await fetch(`${url}/bench/codes?count=${count}`)).json()) as string[]
}

/** Each code once; they are made before the stretch, since they last a minute. */
function redeeming(server: Server, make: Codes): Entrant {
  let codes: string[] = []
  const target = {
    connections: 16,
    headers: FORM,
    status: 200,
    // A code that is sent twice ends its grant, and with it every code that is still to come.
    idle: { method: 'POST', path: '/token', body: '' } as const,
    next: () => {
      const code = codes.pop()
      return code === undefined
        ? undefined
        : ({ method: 'POST', path: '/token', body: exchange(code) } as const)
    },
  }
  return {
    ...named(server, target),
    async prepare(seconds): Promise<void> {
      codes = await make(Math.min(20_000, Math.ceil(seconds * CODES_A_SECOND)))
    },
  }
}

/** A client that asks of its token whether it still holds. */
function introspecting(server: Server, token: string): Entrant {
  const body = String(new URLSearchParams({ client_id: CLIENT_ID, token }))
  const next = () => ({ method: 'POST', path: '/introspect', body }) as const
  return {
    ...named(server, { connections: 16, headers: FORM, status: 200, next }),
    async prepare(): Promise<void> {
      // Revoking an invalid token is 200, too.
      const response = await fetch(`${server.url}/introspect`, { method: 'POST', headers: FORM, body })
      const { active } = (await response.json()) as { active?: boolean }
      if (!active) throw new Error(`The token at ${server.kind} does not hold.`)
    },
  }
}

function named(server: Server, target: Parameters<typeof entrantOf>[1]): Entrant {
  const entrant = entrantOf(server, target)
  return server.kind === 'router' ? { ...entrant, name: 'product' } : entrant
}
