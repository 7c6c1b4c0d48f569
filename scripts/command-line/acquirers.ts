import { startBank } from '#lib/acquirer/bank.ts'
import { certificationText, certify } from '#lib/acquirer/certify.ts'
import { Misuse, type Output, type Values } from './command.ts'

/** `bank`: goes on until it is stopped. */
export async function bank(values: Values): Promise<null> {
  const { url, secrets, close } = await startBank({
    port: numberIn(values, 'port', 4100),
    latencyMs: numberIn(values, 'latency', 0),
    ...(values.folder === undefined ? {} : { folder: String(values.folder) }),
    ...(values.secret === undefined ? {} : { secrets: [secretIn(values)] as const }),
  })
  console.log(
    values.json ? JSON.stringify({ url, secret: secrets[0] }) : `URL     ${url}\nSecret  ${secrets[0]}`,
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().then(() => process.exit(0)))
  return null
}

/** `certify-acquirer` */
export async function certifyAcquirer(values: Values): Promise<Output> {
  const results = await certify({ url: urlIn(values), secrets: [secretIn(values)] })
  const failed = results.some(({ result }) => result === 'failed')
  return { json: { certified: !failed, checks: results }, text: certificationText(results), failed }
}

function urlIn(values: Values): string {
  const url = String(values.url)
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw new Misuse('The URL begins with https://.')
  return url
}

/** An option, or in the environment, where other users of the machine do not see it. */
function secretIn(values: Values): string {
  const secret = String(values.secret ?? process.env.ACQUIRER_SECRET ?? '')
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret))
    throw new Misuse('The secret begins with whsec_: set --secret or ACQUIRER_SECRET.')
  return secret
}

function numberIn(values: Values, name: string, otherwise: number): number {
  const number = Number(values[name] ?? otherwise)
  if (!Number.isInteger(number) || number < 0 || number > 65_535)
    throw new Misuse(`--${name} is a whole number.`)
  return number
}
