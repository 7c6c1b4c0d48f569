import { randomBytes } from 'node:crypto'
import type { Instance } from '#bench/instance.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { createUser } from '#lib/domain/users/create.ts'

/** Signs in as a new owner of the merchant, through next-auth's own URLs. @returns the cookies of the session */
export async function signIn(instance: Instance, url: string): Promise<string> {
  const [email, password] = [
    `bench-${randomBytes(6).toString('hex')}@example.com`,
    randomBytes(12).toString('hex'),
  ]
  const input = { email, name: 'Bench', role: 'owner', merchant_id: instance.merchantId, password } as const
  await instance.database.prisma.$transaction(async (tables) =>
    createUser(tables, input, await hashPassword(password), Date.now()),
  )
  const request = await fetch(`${url}/api/auth/csrf`)
  const { csrfToken } = (await request.json()) as { csrfToken: string }
  const body = new URLSearchParams({ csrfToken, email, password, json: 'true' })
  const options = {
    method: 'POST',
    body,
    headers: { cookie: cookiesOf(request) },
    redirect: 'manual',
  } as const
  return cookiesOf(await fetch(`${url}/api/auth/callback/credentials`, options))
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}
