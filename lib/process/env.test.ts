import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { listenAddressOf, loadEnv, SETTING_NAMES, tracesUrl, trustedProxies } from './env.ts'

const example = readFileSync('.env.example', 'utf8')
const assignments = [...example.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value])

describe('.env.example', () => {
  test('lists every setting once, in the same order', () => {
    expect(assignments.map(([name]) => name)).toEqual(SETTING_NAMES)
  })

  test('says a sentence about each', () => {
    for (const name of SETTING_NAMES) expect(example).toMatch(new RegExp(`^# .+\\.\\n${name}=`, 'm'))
  })

  test('shows the defaults', () => {
    const { NODE_ENV: _, ...defaults } = loadEnv({})
    expect(loadEnv({ ...Object.fromEntries(assignments), NODE_ENV: 'test' })).toEqual({
      ...defaults,
      NODE_ENV: 'test',
    })
  })
})

describe('loadEnv', () => {
  test('derives the addresses from the port', () => {
    expect(loadEnv({ PORT: '4100' })).toMatchObject({
      BASE_URL: 'http://localhost:4100',
      MCP_URL: 'http://localhost:4100',
    })
    expect(loadEnv({ BASE_URL: 'https://pay.example/' })).toMatchObject({ MCP_URL: 'https://pay.example' })
  })

  test('takes an IP address and a port for metrics, and addresses for alerts only with a mail server', () => {
    for (const METRICS_ADDRESS of ['127.0.0.1:9464', '0.0.0.0:80', '[::1]:9464'])
      expect(loadEnv({ METRICS_ADDRESS })).toMatchObject({ METRICS_ADDRESS })
    for (const METRICS_ADDRESS of [
      '9464',
      ':9464',
      'localhost:9464',
      '127.0.0.1',
      '127.0.0.1:0',
      '1.2.3.4:65536',
      '::1:9464',
      '[::1]',
      '1.2.3:9464',
    ])
      expect(() => loadEnv({ METRICS_ADDRESS }), METRICS_ADDRESS).toThrow(
        'METRICS_ADDRESS must be an IP address of this machine and a port, as 127.0.0.1:9464, not',
      )
    expect(listenAddressOf('[::1]:9464')).toEqual({ host: '::1', port: 9464 })
    expect(listenAddressOf('127.0.0.1:80')).toEqual({ host: '127.0.0.1', port: 80 })
    const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@shop.example' }
    expect(loadEnv({ ...mail, ALERT_EMAIL: 'a@ops.example, b@ops.example' }).ALERT_EMAIL).toEqual([
      'a@ops.example',
      'b@ops.example',
    ])
    expect(() => loadEnv({ ALERT_EMAIL: 'a@ops.example' })).toThrow(
      'SMTP_URL must be set when ALERT_EMAIL is set.',
    )
    expect(() => loadEnv({ ...mail, ALERT_EMAIL: 'ops' })).toThrow(
      'ALERT_EMAIL must be up to 5 email addresses',
    )
    expect(() => loadEnv({ ALERT_URL: 'ftp://hooks.example/secret' })).toThrow(
      /^(?!.*secret).*ALERT_URL must be/s,
    )
  })

  test('sends traces to an endpoint, and rejects one that is no URL without repeating it', () => {
    const urlOf = (settings: Record<string, string>) => tracesUrl(loadEnv(settings))
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318/'
    expect(urlOf({})).toBeNull()
    expect(urlOf({ OTEL_EXPORTER_OTLP_ENDPOINT })).toBe('http://127.0.0.1:4318/v1/traces')
    expect(urlOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBeNull()
    const OTEL_EXPORTER_OTLP_TRACES_ENDPOINT = 'https://traces.example/in/'
    expect(urlOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT })).toBe(
      'https://traces.example/in/',
    )
    for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])
      expect(() => loadEnv({ [name]: 'grpc://secret.example' })).toThrow(
        new RegExp(`^${name} must be an http:// or https:// URL\\.$`),
      )
    expect(() => loadEnv({ OTEL_TRACES_SAMPLER: 'xray' })).toThrow(
      'OTEL_TRACES_SAMPLER must be one of always_on',
    )
    expect(() => loadEnv({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('must be a number from 0 to 1, not "2".')
  })

  test('trusts no proxy until the operator names it, not even one on this machine', () => {
    expect(trustedProxies(loadEnv({}))).toEqual([])
    expect(trustedProxies(loadEnv({ TRUSTED_PROXIES: '127.0.0.1, ::1' }))).toEqual(['127.0.0.1', '::1'])
  })

  test('sends events of test mode anywhere on a machine of its own, and to public addresses elsewhere', () => {
    const targets = (settings: Record<string, string>) => loadEnv(settings).WEBHOOK_TEST_TARGETS
    for (const BASE_URL of [
      '',
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'http://[::1]',
      'http://a.localhost',
    ])
      expect(targets({ BASE_URL }), BASE_URL).toBe('any')
    for (const BASE_URL of ['https://pay.example', 'http://10.0.0.7:3000', 'http://localhost.example'])
      expect(targets({ BASE_URL }), BASE_URL).toBe('public')
    expect(targets({ BASE_URL: 'https://pay.example', WEBHOOK_TEST_TARGETS: 'any' })).toBe('any')
    expect(targets({ WEBHOOK_TEST_TARGETS: 'public' })).toBe('public')
  })

  test('takes all settings of an identity provider or none, and an encrypted issuer except on localhost', () => {
    const all = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
    expect(loadEnv(all)).toMatchObject({ ...all, OIDC_NAME: 'single sign-on', OIDC_SECOND_FACTOR: 'claimed' })
    expect(() => loadEnv({ OIDC_ISSUER: 'https://id.example' })).toThrow(
      'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set, too, for sign-in with an identity provider.',
    )
    expect(loadEnv({ ...all, OIDC_ISSUER: 'http://127.0.0.1:9000' })).toMatchObject({
      OIDC_ISSUER: 'http://127.0.0.1:9000',
    })
    for (const wrong of ['http://id.example', 'http://10.0.0.7', 'id.example'])
      expect(() => loadEnv({ ...all, OIDC_ISSUER: wrong }), wrong).toThrow(/^OIDC_ISSUER must be an https/)
    expect(() => loadEnv({ ...all, OIDC_SECOND_FACTOR: 'yes' })).toThrow(/"claimed", "always" or "never"/)
  })

  test('takes a blank value as absent', () => {
    expect(loadEnv({ PORT: ' ', DATABASE_URL: '' })).toMatchObject({ PORT: 3000 })
  })

  test('says one sentence for each wrong value', () => {
    const wrong = { PORT: 'http', WORKER: 'outside', JOB_POLL_SECONDS: '-1', BASE_URL: 'ftp://x' }
    expect(() => loadEnv(wrong)).toThrow(
      [
        'PORT must be an integer from 1 to 65535, not "http".',
        'BASE_URL must be an http:// or https:// URL, not "ftp://x".',
        'WORKER must be "inside" or "apart", not "outside".',
        'JOB_POLL_SECONDS must be a number of seconds from 0 to 86400, not "-1".',
      ].join('\n'),
    )
  })

  test('never repeats a secret', () => {
    expect(() => loadEnv({ SECRET_KEY: 'hunter2' })).toThrow(
      /^SECRET_KEY must be 32 random bytes in base64\.$/,
    )
    expect(() => loadEnv({ DATABASE_URL: 'mysql://me:hunter2@x/y' })).toThrow(
      /^DATABASE_URL must be a postgresql:\/\/ URL\.$/,
    )
  })
})
