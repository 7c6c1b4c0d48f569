import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { selfSignedCertificate } from '#lib/testing/certificate.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'

type Place = { folder: string; https: number; http: number; server: number }

/**
 * The proxies that deploy/ has a configuration of, started with that very file: only names, ports and the certificate are
 * replaced, and it listens on 127.0.0.1 alone.
 */
const PROXIES = {
  nginx: {
    version: ['nginx', '-v'],
    command: ({ folder }: Place) => ['nginx', '-e', `${folder}/error.log`, '-c', `${folder}/proxy.conf`],
    configuration: ({ folder, https, http, server }: Place) => {
      const site = readFileSync('deploy/nginx.conf', 'utf8')
        .replaceAll('https://pay.example.com', `https://localhost:${https}`)
        .replaceAll(/\/etc\/letsencrypt\/live\/pay\.example\.com\/(fullchain|privkey)/g, `${folder}/$1`)
        .replaceAll('pay.example.com', 'localhost')
        .replaceAll('listen 80', `listen 127.0.0.1:${http}`)
        .replaceAll('listen 443', `listen 127.0.0.1:${https}`)
        .replaceAll('127.0.0.1:3000', `127.0.0.1:${server}`)
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      )
      const main = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;`
      return `${main} events {}\nhttp { access_log off; ${paths.join(' ')}\n${site}}\n`
    },
  },
  caddy: {
    version: ['caddy', 'version'],
    command: ({ folder }: Place) => [
      'caddy',
      'run',
      '--adapter',
      'caddyfile',
      '--config',
      `${folder}/proxy.conf`,
    ],
    configuration: ({ folder, https, http, server }: Place) => {
      const site = readFileSync('deploy/Caddyfile', 'utf8')
        .replaceAll('pay.example.com {', `localhost {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`)
        .replaceAll('127.0.0.1:3000', `127.0.0.1:${server}`)
      return `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port ${http}\n\thttps_port ${https}\n\tskip_install_trust\n\tservers {\n\t\tprotocols h1 h2\n\t}\n}\n${site}`
    },
  },
}

export type ProxyName = keyof typeof PROXIES

export function isInstalled(name: ProxyName): boolean {
  const [program = '', ...args] = PROXIES[name].version
  return spawnSync(program, args).status === 0
}

export type RunningProxy = {
  /** Where callers reach the server, and where they are led on from. */
  url: string
  plainUrl: string
  certificate: string
  stop(): Promise<void>
}

/** Ports of a proxy and of the server behind it, which both must know before either starts. */
export async function freePlace(): Promise<Omit<Place, 'folder'>> {
  return { https: await freePort(), http: await freePort(), server: await freePort() }
}

/** Starts it as a process of its own, with its files in a folder of its own. */
export async function startProxy(name: ProxyName, ports: Omit<Place, 'folder'>): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), `counterfoil-${name}-`))
  const place = { folder, ...ports }
  const { certificate, key } = selfSignedCertificate()
  writeFileSync(join(folder, 'fullchain.pem'), certificate)
  writeFileSync(join(folder, 'privkey.pem'), key, { mode: 0o600 })
  writeFileSync(join(folder, 'proxy.conf'), PROXIES[name].configuration(place))
  const log = openSync(join(folder, 'log'), 'a')
  const [program = '', ...args] = PROXIES[name].command(place)
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program, args, { env, stdio: ['ignore', log, log] })
  closeSync(log)
  while (!(await accepts(ports.https))) {
    if (child.exitCode !== null)
      throw new Error(`${name} did not start.\n${readFileSync(join(folder, 'log'))}`)
    await sleep(50)
  }
  return {
    url: `https://localhost:${ports.https}`,
    plainUrl: `http://localhost:${ports.http}`,
    certificate,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
