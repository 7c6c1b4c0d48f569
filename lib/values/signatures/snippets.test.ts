import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hmacHex, paymentSignature } from '#lib/values/signature.ts'
import { newWebhookSecret, standardSignature } from '#lib/values/webhook-signature.js'
import { mistakeWords } from './mistake-messages.ts'
import { SNIPPET_LANGUAGES, snippetFor } from './snippets.ts'
import type { Mistake } from './verdict.ts'

const BODY = '{"entity":"event","note":"Tea für Asha ₹","amount":125000}'
const SECRET = newWebhookSecret()
const KEY_SECRET = 'EnLs21M47BllR3X8PSFtjtbdXy0Wn4zV'
const [ORDER, PAYMENT, EVENT] = ['order_NfLw3gQ81xRt0a', 'pay_NfLw3gQ81xRt0b', 'evt_NfLw3gQ81xRt0c']
const FAMILIES = ['x_signature', 'standard', 'payment'] as const

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'snippets-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const runs = (program: string, ...flags: string[]) => {
  try {
    execFileSync(program, flags, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Appended to the sample to call it once: it prints true or false. */
const CALLS = {
  Node: {
    x_signature: 'console.log(isGenuine(Buffer.from(process.env.BODY), process.env.HEX))',
    standard:
      "console.log(isGenuine(Buffer.from(process.env.BODY), { 'webhook-id': process.env.ID, 'webhook-timestamp': process.env.AT, 'webhook-signature': process.env.STANDARD }))",
    payment: 'console.log(isPaid(process.env.ORDER, process.env.PAYMENT, process.env.PAID))',
  },
  Python: {
    x_signature: 'print(is_genuine(os.environb[b"BODY"], os.environ["HEX"]))',
    standard:
      'print(is_genuine(os.environb[b"BODY"], {"webhook-id": os.environ["ID"], "webhook-timestamp": os.environ["AT"], "webhook-signature": os.environ["STANDARD"]}))',
    payment: 'print(is_paid(os.environ["ORDER"], os.environ["PAYMENT"], os.environ["PAID"]))',
  },
  Java: {
    x_signature: 'Webhooks.isGenuine(env("BODY").getBytes("UTF-8"), env("HEX"))',
    standard: 'Webhooks.isGenuine(env("BODY").getBytes("UTF-8"), env("ID"), env("AT"), env("STANDARD"))',
    payment: 'Payments.isPaid(env("ORDER"), env("PAYMENT"), env("PAID"))',
  },
} as const
type Run = keyof typeof CALLS

const COMMANDS: Record<Run, { has: boolean; file: string; command: string[] }> = {
  Node: { has: true, file: 'check.mjs', command: [process.execPath] },
  Python: { has: runs('python3', '--version'), file: 'check.py', command: ['python3'] },
  // What runs for a tenth of a second need not be optimized.
  Java: {
    has: runs('java', '--version'),
    file: 'Main.java',
    command: ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'],
  },
}

describe.each(Object.keys(CALLS) as Run[])('the code in %s', (language) => {
  const { has, file, command } = COMMANDS[language]

  it.skipIf(!has).each(FAMILIES)(
    'tells a genuine signature of the kind %s from a forged one',
    async (family) => {
      writeFileSync(join(folder, file), programOf(language, family))
      expect(await ask(BODY)).toBe('true')
      expect(await ask(`${BODY} `)).toBe(family === 'payment' ? 'true' : 'false')
      expect(await ask(BODY, `${PAYMENT}x`)).toBe(family === 'payment' ? 'false' : 'true')
    },
    120_000,
  )

  async function ask(body: string, payment = PAYMENT): Promise<string> {
    const at = Math.floor(Date.now() / 1000)
    const [program = '', ...flags] = command
    const { stdout } = await promisify(execFile)(program, [...flags, join(folder, file)], {
      env: {
        ...process.env,
        LC_ALL: 'C.UTF-8',
        COUNTERFOIL_WEBHOOK_SECRET: SECRET,
        COUNTERFOIL_KEY_SECRET: KEY_SECRET,
        BODY: body,
        HEX: hmacHex(SECRET, BODY),
        ID: EVENT,
        AT: String(at),
        STANDARD: `${standardSignature('another', EVENT, at, BODY)} ${standardSignature(SECRET, EVENT, at, BODY)}`,
        ORDER,
        PAYMENT: payment,
        PAID: paymentSignature(ORDER, PAYMENT, KEY_SECRET),
      },
    })
    return stdout.trim().toLowerCase()
  }
})

const MARKS: Record<string, Mistake> = {
  'the bytes': { name: 'trailing_newline' },
  'the secret': { name: 'wrong_secret' },
  'exactly these parts': { name: 'other_family' },
  'HMAC-SHA256': { name: 'other_digest', digest: 'sha256' },
  'in this encoding': { name: 'base64_for_hex' },
  'when it arrives': { name: 'timestamp_too_old', seconds: 400 },
}

describe.each(FAMILIES)('the code for the kind %s', (family) => {
  it.each(SNIPPET_LANGUAGES)(
    'in %s marks whatever was mistaken, and leaves no mark of its own',
    (language) => {
      expect(snippetFor(family, language, [])).not.toMatch(/HERE| @[a-z,]+$/m)
      const absent = {
        x_signature: ['when it arrives'],
        standard: [],
        payment: ['the bytes', 'when it arrives'],
      }
      for (const [words, mistake] of Object.entries(MARKS)) {
        const marked = snippetFor(family, language, [mistake]).includes(`HERE: ${words}`)
        expect(marked, `${language}: ${words}`).toBe(!(absent[family] as string[]).includes(words))
      }
    },
  )
})

it('has words for what is known of a mistake', () => {
  expect(mistakeWords({ name: 'secret_of_other_endpoint', of: 'https://b.example' }).what).toContain(
    'https://b.example',
  )
  expect(mistakeWords({ name: 'timestamp_too_old', seconds: 7200 }).what).toContain('2 hours old')
  expect(mistakeWords({ name: 'body_written_again', writer: null, changed: ['key_order'] }).what).toContain(
    'key order',
  )
})

/** Java begins with the first class of a file. */
function programOf(language: Run, family: (typeof FAMILIES)[number]): string {
  const code = snippetFor(family, language, [])
  const call = CALLS[language][family]
  if (language !== 'Java') return `${code}\n${call}\n`
  const main = `class Main {
    static String env(String name) { return System.getenv(name); }
    public static void main(String[] arguments) throws Exception { System.out.println(${call}); }
}
`
  return code.replace(/^final class/m, `${main}final class`)
}
