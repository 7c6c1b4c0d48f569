import { createSimulator, type SimulatorOptions } from '#lib/acquirer/simulator.ts'
import type { SimulatorRecord } from '#lib/acquirer/simulator-memory.ts'
import type { AuthorizeRequest, Instrument } from '#lib/ports/acquirer-protocol.ts'
import { mapMemory } from './simulator-memory.ts'

/** 2027-01-15T08:00:00Z, in milliseconds. */
const START = 1_800_000_000_000

/**
 * A bank simulator without a database whose time only moves when a test moves it. `another` is the same bank as
 * another process sees it. Refunds take 20 seconds, late replies 30.
 */
export function simulatedBank(options: Partial<SimulatorOptions> = {}) {
  let at = START
  const records = new Map<string, SimulatorRecord>()
  const another = () =>
    createSimulator({
      memory: mapMemory(records),
      clock: () => at,
      latencyMs: 0,
      refundDelaySeconds: 20,
      lateReplySeconds: 30,
      ...options,
    })
  return {
    bank: another(),
    another,
    records,
    pass: (seconds: number) => {
      at += seconds * 1000
    },
  }
}

/** A card that is good until the end of 2030. */
export function card(number: string): Instrument {
  return { method: 'card', number, name: 'Asha Rao', expiry_month: 12, expiry_year: 2030, cvv: '9173' }
}

export function upi(name: string): Instrument {
  return { method: 'upi', vpa: `${name}@okbank` }
}

/** A request for 500.00 rupees without a browser for a challenge. */
export function request(instrument: Instrument, more: Partial<AuthorizeRequest> = {}): AuthorizeRequest {
  return { reference: 'bop_1', amount: 50_000, currency: 'INR', instrument, challenge: 'none', ...more }
}
