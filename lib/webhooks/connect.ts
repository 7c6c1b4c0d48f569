import { type LookupAddress, type LookupOptions, lookup, promises } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { addressKind, isWithin } from '#lib/values/network.ts'

/** Where names are looked up; for tests. */
export type Sources = {
  resolve4(name: string): Promise<string[]>
  resolve6(name: string): Promise<string[]>
  /** The system's own way, which occupies a thread for as long as it takes. */
  system(name: string): Promise<LookupAddress[]>
  hosts(): Promise<string>
}

export type DnsLookup = (hostname: string, options: LookupOptions, done: Looked) => void
type Looked = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** How many threads look-ups may occupy: there are four, and files and passwords need them, too. */
const THREADS = 2
/** How long the other family is waited for when one is known, in milliseconds. */
const OTHER_FAMILY = 250

/**
 * Resolves names for connections without a thread each: the hosts file first, then DNS over the network, for any
 * number of names at once. The system resolver, a call that blocks one of four threads, would let a few names whose
 * DNS hangs delay every other endpoint; it is used only for names that DNS does not know (search domains, mDNS), two
 * at a time, and never for a name that DNS did not resolve in time. Concurrent look-ups of one name share a result.
 */
export function createDnsLookup(sources: Sources = systemSources()): DnsLookup {
  const underWay = new Map<string, Promise<LookupAddress[]>>()
  const turn = turns(THREADS)

  async function find(name: string): Promise<LookupAddress[]> {
    const written = hostsOf(await sources.hosts().catch(() => ''), name)
    if (written.length > 0) return written
    if (name === 'localhost' || name.endsWith('.localhost')) return LOOPBACK
    try {
      return await resolve(sources, name)
    } catch (error) {
      if (isLate(error)) throw error
      return turn(() => sources.system(name))
    }
  }

  function shared(name: string): Promise<LookupAddress[]> {
    const known = underWay.get(name)
    if (known !== undefined) return known
    const found = find(name).finally(() => underWay.delete(name))
    underWay.set(name, found)
    return found
  }

  return (hostname, { family, all }, done) => {
    const wanted = family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : family
    const give = (addresses: LookupAddress[]) => {
      const fit = addresses.filter((one) => !wanted || one.family === wanted)
      const [first] = fit
      if (!first)
        throw Object.assign(new Error(`No IP address found for ${hostname}.`), { code: 'ENOTFOUND' })
      return { fit, first }
    }
    shared(hostname.toLowerCase().replace(/\.$/, ''))
      .then(give)
      .then(
        ({ fit, first }) => (all ? done(null, fit) : done(null, first.address, first.family)),
        (error) => done(error, []),
      )
  }
}

const LATE = new Set(['ETIMEOUT', 'ECANCELLED'])
const isLate = (error: unknown) => LATE.has((error as NodeJS.ErrnoException).code ?? '')
const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** Both families at once; when one is known the other gets only a short wait. */
async function resolve(sources: Sources, name: string): Promise<LookupAddress[]> {
  const four = as(4, sources.resolve4(name))
  const six = as(6, sources.resolve6(name))
  const either = await Promise.any([four, six]).catch(({ errors }: AggregateError) => {
    // One family that is late is reason enough not to ask a way that would wait as long.
    throw errors.find(isLate) ?? errors[0]
  })
  const both = Promise.all([four.catch(() => []), six.catch(() => [])])
  const moment = new Promise<null>((done) => setTimeout(done, OTHER_FAMILY, null).unref())
  return (await Promise.race([both, moment]))?.flat() ?? either
}

async function as(family: 4 | 6, found: Promise<string[]>): Promise<LookupAddress[]> {
  return (await found).map((address) => ({ address, family }))
}

/** The addresses of a name in the hosts file. */
function hostsOf(text: string, name: string): LookupAddress[] {
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    const family = isIP(address)
    return family !== 0 && names.some((one) => one.toLowerCase() === name) ? [{ address, family }] : []
  })
}

/** Lets so many work at a time, the others in the order in which they came. */
function turns(max: number) {
  const waiting: (() => void)[] = []
  let working = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (working >= max) await new Promise<void>((go) => waiting.push(go))
    else working += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else working -= 1
    }
  }
}

/** How long the servers of the system's settings are believed, in milliseconds: networks change under a process. */
const BELIEVED = 30_000

function systemSources(): Sources {
  let resolver = new promises.Resolver(PATIENCE)
  let since = Date.now()
  const present = () => {
    if (Date.now() - since > BELIEVED) {
      resolver = new promises.Resolver(PATIENCE)
      since = Date.now()
    }
    return resolver
  }
  return {
    resolve4: (name) => present().resolve4(name),
    resolve6: (name) => present().resolve6(name),
    system: (name) =>
      new Promise((found, failed) =>
        lookup(name, { all: true }, (error, addresses) => (error ? failed(error) : found(addresses))),
      ),
    hosts: () => readFile(HOSTS, 'utf8'),
  }
}
/** Together within the limit of an exchange. */
const PATIENCE = { timeout: 1200, tries: 2 }
const HOSTS =
  process.platform === 'win32' ? `${process.env.SystemRoot}\\System32\\drivers\\etc\\hosts` : '/etc/hosts'

/** Thrown when an address is not public, and the operator does not allow its network. */
class NotPublic extends Error {
  readonly code = 'NOT_PUBLIC'
}

/** Whether a request failed because its address is not public. */
export function isNotPublic(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown instanceof NotPublic || thrown.cause instanceof NotPublic)
}

const SHARED = {
  // One request after the other on a connection, so that a slow one holds up none behind it.
  pipelining: 1,
  connections: 64,
  allowH2: false,
  // Shorter than receivers commonly keep a connection, so that none is used that is just being closed.
  keepAliveTimeout: 2000,
  keepAliveMaxTimeout: 60_000,
  // The caller applies the limit of the whole request.
  headersTimeout: 0,
  bodyTimeout: 0,
}

/** Connections to anywhere: for test mode, where the operator allows it. */
export function openAgent(): Agent {
  const connect = { timeout: 30_000, lookup: createDnsLookup() } as buildConnector.BuildOptions
  return new Agent({ ...SHARED, connect })
}

/**
 * Connections to public addresses alone: for live mode, and for test mode on a shared server. The look-up of the
 * connection itself is checked, so a name that resolves differently later gains nothing; an IP address in the URL,
 * and the one that was reached in the end, are checked as well.
 * @param authority a certificate as PEM, which alone may vouch for the servers
 */
export function publicAgent(
  networks: readonly string[],
  resolve: DnsLookup = createDnsLookup(),
  authority?: string,
): Agent {
  const isFit = (address: string) => addressKind(address) === 'public' || isWithin(address, networks)
  const connect = buildConnector({
    timeout: 30_000,
    allowH2: false,
    ca: authority,
    lookup: (hostname: string, options: LookupOptions, done: Done) =>
      resolve(hostname, { ...options, all: true }, (error, found) => {
        if (error) return done(error, [])
        const addresses = found as LookupAddress[]
        const fit = addresses.filter(({ address }) => isFit(address))
        const [first] = fit
        if (!first) return done(notPublic(hostname, addresses[0]?.address), [])
        if (options.all) done(null, fit)
        else done(null, first.address, first.family)
      }),
  } as buildConnector.BuildOptions)
  return new Agent({
    ...SHARED,
    connect(options, done) {
      const kind = addressKind(options.hostname)
      if ((kind === 'private' || kind === 'public') && !isFit(options.hostname))
        return done(notPublic(options.hostname), null)
      connect(options, (error, socket) => {
        if (error) return done(error, null)
        if (isFit(socket.remoteAddress ?? '')) return done(null, socket)
        socket.destroy()
        done(notPublic(options.hostname, socket.remoteAddress), null)
      })
    },
  })
}

type Done = (error: Error | null, address: string | LookupAddress[], family?: number) => void

function notPublic(host: string, address?: string): NotPublic {
  const stands = address === undefined || address === host ? 'is' : `stands for ${address}, which is`
  return new NotPublic(`${host} ${stands} not a public address.`)
}
