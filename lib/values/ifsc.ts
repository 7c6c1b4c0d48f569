import { z } from 'zod'
import { IFSC_CODES } from './ifsc-codes.ts'

/** A branch of a bank as its IFSC names it. */
type Branch = { ifsc: string; bank_name: string; branch_code: string }

/** The branch of an IFSC by the list that comes with the product, or null when no bank has it. */
export function branchOf(ifsc: string): Branch | null {
  const bank = ifsc.slice(0, 4)
  const code = ifsc.slice(5)
  const known = Object.hasOwn(IFSC_CODES, bank) ? IFSC_CODES[bank] : undefined
  if (!known || !branchesOf(bank).has(code)) return null
  return { ifsc, bank_name: known[0], branch_code: code }
}

/** Every branch code of a bank, six characters each; read from its packed form once. */
function branchesOf(bank: string): Set<string> {
  let codes = unpacked.get(bank)
  if (!codes) {
    codes = unpack(IFSC_CODES[bank]?.[1] ?? '|')
    unpacked.set(bank, codes)
  }
  return codes
}
const unpacked = new Map<string, Set<string>>()

function unpack(text: string): Set<string> {
  const [runs = '', others = ''] = text.split('|')
  const codes = new Set(others === '' ? [] : others.split(','))
  let last = -1
  for (const run of runs === '' ? [] : runs.split(',')) {
    const [gap = '0', length = '0'] = run.split('.')
    const start = last + Number.parseInt(gap, 36)
    last = start + Number.parseInt(length, 36)
    for (let code = start; code <= last; code += 1) codes.add(String(code).padStart(6, '0'))
  }
  return codes
}

/** An IFSC that a caller sends: four letters, a zero, six letters or digits, in either case. */
export const Ifsc = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim().toUpperCase() : value),
  z
    .string({ error: 'The IFSC must be a string.' })
    .regex(
      /^[A-Z]{4}0[A-Z0-9]{6}$/,
      'The IFSC must be four letters, a zero, and six letters or digits, such as HDFC0000001.',
    ),
)
