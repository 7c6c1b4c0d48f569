import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { isNetwork, isWithin, parseNetwork } from '#lib/values/network.ts'
import { sentence } from './start-errors.ts'

/** Which traces are recorded. All begin here, so that with and without `parentbased_` mean the same. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** Every setting, what it may be, and what it is when absent; .env.example says the same in prose. */
const SETTINGS = {
  DATABASE_URL: setting('a postgresql:// URL', z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  DATABASE_POOL: whole(1, 1000, 10),
  DATA_DIR: setting('a folder', z.string().default('.data')),
  WAL_ARCHIVE: setting('a folder', z.string().optional()),
  WAL_ARCHIVE_DAYS: whole(1, 60, 7),
  WAL_ARCHIVE_RECIPIENT: setting(
    'public keys of age, such as age1…, separated by commas',
    z
      .string()
      .regex(/^age1[0-9a-z]+(?:\s*,\s*age1[0-9a-z]+)*$/)
      .optional(),
  ),
  BUILD_DIR: setting(
    'a folder inside this folder',
    z
      .string()
      .regex(/^(?!\/|.*\.\.)/)
      .default('.next'),
  ),
  DEMO: setting('"on" or "off"', z.enum(['on', 'off']).default('on')),
  PORT: whole(1, 65_535, 3000),
  HOST: setting('an IP address of this machine', z.string().default('127.0.0.1')),
  SERVERS: setting(
    '"auto" or an integer from 1 to 64',
    // One processor is left to the database.
    z
      .literal('auto')
      .transform(() => Math.max(1, availableParallelism() - 1))
      .or(z.coerce.number().int().min(1).max(64))
      .default(1),
  ),
  SHUTDOWN_DELAY_SECONDS: whole(0, 15, 0),
  BASE_URL: setting('an http:// or https:// URL', address().optional()),
  MCP_URL: setting('an http:// or https:// URL', address().optional()),
  OAUTH_REGISTRATION: setting('"open" or "closed"', z.enum(['open', 'closed']).default('open')),
  OAUTH_CLIENT_DOCUMENTS: setting('"open" or "closed"', z.enum(['open', 'closed']).default('open')),
  SECRET_KEY: setting('32 random bytes in base64', z.string().refine(is32Bytes).optional()),
  OIDC_ISSUER: setting(
    'an https:// URL (or http:// on localhost)',
    z
      .url({ protocol: /^https?$/ })
      .refine((url) => url.startsWith('https:') || (URL.canParse(url) && isLoopback(url)))
      .optional(),
  ),
  OIDC_CLIENT_ID: setting('a client ID', z.string().optional()),
  OIDC_CLIENT_SECRET: setting('a client secret', z.string().optional()),
  OIDC_NAME: setting('up to 40 characters', z.string().max(40).default('single sign-on')),
  OIDC_SECOND_FACTOR: setting(
    '"claimed", "always" or "never"',
    z.enum(['claimed', 'always', 'never']).default('claimed'),
  ),
  SMTP_URL: setting('an smtp:// or smtps:// URL', z.url({ protocol: /^smtps?$/ }).optional()),
  MAIL_FROM: setting(
    'an email address, with or without a name',
    z
      .string()
      .regex(/^[^@\r\n]*[^@\s]@[^@\s]+$/)
      .optional(),
  ),
  SECURITY_CONTACT: setting('an https:// or mailto: URL', z.url({ protocol: /^(https|mailto)$/ }).optional()),
  SECURITY_CONTACT_EXPIRES: setting('a date such as 2027-06-30', z.iso.date().optional()),
  TRUSTED_PROXIES: setting(
    '"none", or IP addresses and networks separated by commas',
    z
      .string()
      .refine((text) => networksIn(text).every((network) => parseNetwork(network)))
      .default('none'),
  ),
  WORKER: setting('"inside" or "apart"', z.enum(['inside', 'apart']).default('inside')),
  LOG_LEVEL: setting(
    'one of trace, debug, info, warn, error, fatal, silent',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  ),
  ACCESS_LOG: setting('"on" or "off"', z.enum(['on', 'off']).default('off')),
  METRICS_ADDRESS: setting(
    'an IP address of this machine and a port, as 127.0.0.1:9464',
    z.string().refine(isListenAddress).optional(),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting('an http:// or https:// URL', address().optional()),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting(
    'an http:// or https:// URL',
    z.url({ protocol: /^https?$/ }).optional(),
  ),
  OTEL_SERVICE_NAME: setting('a name', z.string().optional()),
  OTEL_TRACES_SAMPLER: setting(
    `one of ${SAMPLERS.join(', ')}`,
    z.enum(SAMPLERS).default('parentbased_always_on'),
  ),
  OTEL_TRACES_SAMPLER_ARG: setting('a number from 0 to 1', z.coerce.number().min(0).max(1).default(1)),
  OTEL_SDK_DISABLED: setting('true or false', z.enum(['true', 'false']).default('false')),
  ALERT_EMAIL: setting(
    'up to 5 email addresses separated by commas',
    z
      .string()
      .transform((text) => text.split(',').map((one) => one.trim()))
      .refine((list) => list.length <= 5 && list.every((one) => z.email().safeParse(one).success))
      .optional(),
  ),
  ALERT_URL: setting('an http:// or https:// URL', z.url({ protocol: /^https?$/ }).optional()),
  RATE_LIMIT_PER_SECOND: whole(1, 1_000_000, 100),
  RATE_LIMIT_BURST: whole(1, 1_000_000, 500),
  CONNECTIONS_PER_NETWORK: whole(1, 1_000_000, 1024),
  NETWORK_LIMIT_FACTOR: whole(1, 1_000_000, 1),
  SANDBOX_TOKEN: setting(
    '32 to 200 letters, digits, hyphens and underscores',
    z
      .string()
      .regex(/^[\w-]{32,200}$/)
      .optional(),
  ),
  SIMULATOR_LATENCY_MS: whole(0, 600_000, 0),
  SIMULATOR_REFUND_DELAY_SECONDS: seconds(20),
  SIMULATOR_LATE_REPLY_SECONDS: seconds(30),
  ACQUIRER_TIMEOUT_MS: whole(1, 600_000, 10_000),
  SETTLE_AFTER_SECONDS: seconds(30),
  SETTLE_EVERY_SECONDS: seconds(10),
  AUDIT_RETENTION_DAYS: whole(366, 36_500, 2922),
  EVENT_RETENTION_DAYS: whole(31, 36_500, 730),
  MAIL_RETENTION_DAYS: whole(7, 36_500, 365),
  AUTHORIZATION_WINDOW_SECONDS: whole(1, 31_536_000, 259_200),
  JOB_POLL_SECONDS: seconds(1),
  S3_BUCKET: setting('a bucket name', z.string().optional()),
  S3_ENDPOINT: setting('an http:// or https:// URL', address().optional()),
  S3_REGION: setting('a region name', z.string().default('us-east-1')),
  S3_ACCESS_KEY_ID: setting('an access key ID', z.string().optional()),
  S3_SECRET_ACCESS_KEY: setting('a secret access key', z.string().optional()),
  S3_FORCE_PATH_STYLE: setting('true or false', z.enum(['true', 'false']).default('false')),
  WEBHOOK_ALLOWED_NETWORKS: setting('a list of networks as 10.0.0.0/8, separated by commas', networks()),
  WEBHOOK_TEST_TARGETS: setting('"any" or "public"', z.enum(['any', 'public']).optional()),
  SCAN_COMMAND: setting('a command', z.string().optional()),
  JOIN_WRITES: setting('"on" or "off"', z.enum(['on', 'off']).default('on')),
  FAULT_POINTS: setting('a list of fault points', z.string().optional()),
  NODE_ENV: setting(
    'one of development, production, test',
    z.enum(['development', 'production', 'test']).default('development'),
  ),
}

type Parsed = z.infer<z.ZodObject<typeof SETTINGS>>

/** The settings of this process. `npm start` fills in what it brings itself: DATABASE_URL and SECRET_KEY. */
export type Env = Omit<Parsed, 'BASE_URL' | 'MCP_URL' | 'WEBHOOK_TEST_TARGETS'> & {
  BASE_URL: string
  MCP_URL: string
  WEBHOOK_TEST_TARGETS: 'any' | 'public'
}

/** Thrown when settings are wrong; the message holds one sentence a line, and the start stops with it. */
export class WrongSettings extends Error {}

/**
 * Reads all settings at once. A blank value counts as absent, as in `PORT=` of a .env file.
 * @throws WrongSettings with one sentence for each wrong value
 */
export function loadEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(
    SETTING_NAMES.map((name) => [name, source[name]?.trim()]).filter(([, value]) => value),
  )
  const result = z.object(SETTINGS).safeParse(given)
  if (!result.success) {
    const wrong = [...new Set(result.error.issues.map((issue) => issue.path[0] as SettingName))]
    throw new WrongSettings(wrong.map((name) => complaint(name, given[name])).join('\n'))
  }
  if (result.data.SMTP_URL && !result.data.MAIL_FROM)
    throw new WrongSettings(sentence('mail_from_missing', {}))
  if (result.data.ALERT_EMAIL && !result.data.SMTP_URL)
    throw new WrongSettings(sentence('smtp_url_missing', {}))
  if (Boolean(result.data.SECURITY_CONTACT) !== Boolean(result.data.SECURITY_CONTACT_EXPIRES))
    throw new WrongSettings(sentence('security_contact_incomplete', {}))
  const missing = OIDC_SETTINGS.filter((name) => result.data[name] === undefined)
  if (missing.length > 0 && missing.length < OIDC_SETTINGS.length)
    throw new WrongSettings(sentence('oidc_incomplete', { missing: missing.join(' and ') }))
  const BASE_URL = result.data.BASE_URL ?? `http://localhost:${result.data.PORT}`
  return {
    ...result.data,
    BASE_URL,
    MCP_URL: result.data.MCP_URL ?? BASE_URL,
    // A server that others reach must not read responses of its own machine and network for them.
    WEBHOOK_TEST_TARGETS: result.data.WEBHOOK_TEST_TARGETS ?? (isLoopback(BASE_URL) ? 'any' : 'public'),
  }
}

/** The settings, read at the first call; on globalThis, since Next bundles routes apart from the server's own modules. */
export function env(): Env {
  globals.counterfoilEnv ??= loadEnv()
  return globals.counterfoilEnv
}
const globals = globalThis as { counterfoilEnv?: Env }

/** The proxies whose X-Forwarded-For is believed. */
export function trustedProxies({ TRUSTED_PROXIES }: Pick<Env, 'TRUSTED_PROXIES'>): string[] {
  return networksIn(TRUSTED_PROXIES)
}

/** Where traces are sent to, or null while they are off. */
export function tracesUrl(env: Env): string | null {
  if (env.OTEL_SDK_DISABLED === 'true') return null
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT
  return env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base === undefined ? null : `${base}/v1/traces`)
}

/** The key that protects API secrets and sessions; the start script makes one on the first run. */
export function masterKeyOf(env: Pick<Env, 'SECRET_KEY'>): string {
  if (!env.SECRET_KEY)
    throw new Error('SECRET_KEY is not set. Start with `npm start`, which makes and keeps one, or set it.')
  return env.SECRET_KEY
}

type SettingName = keyof typeof SETTINGS
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

function networksIn(text: string): string[] {
  return text === 'none' ? [] : text.split(',').map((part) => part.trim())
}

/** Values that are secrets, or hold one, are never repeated. */
function complaint(name: SettingName, value: string | undefined): string {
  const rule = String(z.globalRegistry.get(SETTINGS[name])?.must)
  return SECRET_SETTINGS.includes(name)
    ? sentence('secret_setting_invalid', { name, rule })
    : sentence('setting_invalid', { name, rule, value: JSON.stringify(value) })
}

const SECRET_SETTINGS: SettingName[] = [
  'SECRET_KEY',
  'DATABASE_URL',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
  'S3_SECRET_ACCESS_KEY',
  'SANDBOX_TOKEN',
  // The URLs of chats have their secret in the path, and those of services for traces may.
  'ALERT_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
]

/** Sign-in with an identity provider takes all of these, or none. */
const OIDC_SETTINGS = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const

declare module 'zod' {
  interface GlobalMeta {
    must?: string
  }
}

function setting<Schema extends z.ZodType>(must: string, schema: Schema): Schema {
  return schema.meta({ must }) as Schema
}

function whole(min: number, max: number, standard: number) {
  return setting(
    `an integer from ${min} to ${max}`,
    z.coerce.number().int().min(min).max(max).default(standard),
  )
}

function seconds(standard: number) {
  return setting(
    'a number of seconds from 0 to 86400',
    z.coerce.number().min(0).max(86_400).default(standard),
  )
}

function networks() {
  return z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((one) => one.trim() || []))
    .refine((list) => list.every(isNetwork))
}

/** Kept without a slash at the end, so that paths can be appended. */
function address() {
  return z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
}

/** Host and port of an address to listen on: `127.0.0.1:9464` or `[::1]:9464`. */
export function listenAddressOf(address: string): { host: string; port: number } {
  const at = address.lastIndexOf(':')
  return { host: address.slice(0, at).replace(/^\[(.*)\]$/, '$1'), port: Number(address.slice(at + 1)) }
}

function isListenAddress(text: string): boolean {
  if (!/^([\d.]+|\[[\da-f:.]+\]):[1-9]\d{0,4}$/i.test(text)) return false
  const { host, port } = listenAddressOf(text)
  return isIP(host) !== 0 && port <= 65_535
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url)
  return /^(.*\.)?localhost$/.test(hostname) || isWithin(hostname, ['127.0.0.0/8', '::1'])
}

function is32Bytes(text: string): boolean {
  return Buffer.from(text, 'base64').length === 32
}
