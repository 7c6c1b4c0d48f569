import { randomBytes } from 'node:crypto'
import { type Instance, settings } from '#bench/instance.ts'
import { CALLBACK, CLIENT, CLIENT_ID, type Granted, makeGrant, VERIFIER } from '#bench/servers/codes.ts'
import type { Server } from '#bench/servers/launch.ts'
import { connectApp } from '#lib/domain/connected-apps/connect.ts'
import { createUser } from '#lib/domain/users/create.ts'
import { clientAdapter } from '#lib/oauth/clients.ts'
import { provider } from '#lib/oauth/provider.ts'
import { toolResource } from '#lib/oauth/resource.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor, Runtime } from '#lib/pipeline/operation.ts'
import { type Env, loadEnv } from '#lib/process/env.ts'
import { newId } from '#lib/values/id.ts'
import { ROLE_PERMISSIONS } from '#lib/values/permissions.ts'

const SCOPE = 'read_only orders:write'

/** Something that was not there before. */
export const fresh = () => `bench-${randomBytes(9).toString('hex')}`

/** Lets the client of the bench act for a user, in this process and on the database of the server. */
export async function connect(instance: Instance, server: Server): Promise<Granted> {
  const { port } = new URL(server.url)
  const globals = globalThis as {
    counterfoilEnv?: Env
    counterfoilRuntime?: Runtime
    counterfoilProvider?: unknown
  }
  globals.counterfoilEnv = loadEnv({ ...settings(instance.url), PORT: port })
  globals.counterfoilRuntime = instance.runtime
  delete globals.counterfoilProvider
  const person = await instance.database.prisma.$transaction((tables) =>
    createUser(
      tables,
      {
        email: `${fresh()}@example.com`,
        name: 'Bench',
        password: '-',
        merchant_id: instance.merchantId,
        role: 'owner',
      },
      '-',
      Date.now(),
    ),
  )
  await clientAdapter(instance.runtime.query, Date.now).upsert(CLIENT_ID, { ...CLIENT })
  const wanted = { accountId: person.id, resource: toolResource(), scope: SCOPE }
  const grantId = await makeGrant(provider(), wanted)
  const actor: Actor = {
    ...instance.actor,
    kind: 'user',
    id: person.id,
    permissions: new Set(ROLE_PERMISSIONS.owner),
  }
  const input = {
    id: grantId,
    client: { id: CLIENT_ID, name: CLIENT.client_name, origin: 'dynamic' as const },
    scopes: SCOPE.split(' '),
    limit_per_call: null,
    limit_per_day: null,
    redirect_host: 'client.example',
    expires_at: Math.floor(Date.now() / 1000) + 86_400,
  }
  await execute(instance.runtime, connectApp, actor, input, {
    requestId: newId('request', Date.now()),
    confirmed: true,
  })
  return { ...wanted, grantId }
}

/** Redeems a code. */
export async function tokenFor(server: Server, code: string): Promise<string> {
  const response = await fetch(`${server.url}/token`, { method: 'POST', headers: FORM, body: exchange(code) })
  const { access_token } = (await response.json()) as { access_token?: string }
  if (access_token === undefined) throw new Error(`No token was issued: ${response.status}.`)
  return access_token
}

/** The parameters for redeeming a code. */
export function exchange(code: string): string {
  return String(
    new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: CLIENT_ID,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      code,
    }),
  )
}

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
