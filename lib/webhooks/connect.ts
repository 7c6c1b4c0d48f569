import type { LookupAddress, LookupOptions } from 'node:dns'
import { Agent, buildConnector } from 'undici'
import { addressKind, isWithin } from '#lib/values/network.ts'
import { createDnsLookup, type DnsLookup } from '#lib/webhooks/dns.ts'

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
 */
export function publicAgent(networks: readonly string[], resolve: DnsLookup = createDnsLookup()): Agent {
  const isFit = (address: string) => addressKind(address) === 'public' || isWithin(address, networks)
  const connect = buildConnector({
    timeout: 30_000,
    allowH2: false,
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
