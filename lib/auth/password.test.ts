import { describe, expect, it } from 'vitest'
import { deriveInJavaScript, hashPassword, LONGEST_PASSWORD, verifyPassword } from './password.ts'

describe('passwords', () => {
  it('verifies what was hashed, and nothing else', async () => {
    const stored = await hashPassword('counting house')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await verifyPassword('counting house', stored)).toBe(true)
    expect(await verifyPassword('counting house ', stored)).toBe(false)
    expect(await verifyPassword('', stored)).toBe(false)
  })

  it('salts every hash', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'))
  })

  it('agrees with a hash made elsewhere, at another cost', async () => {
    // From the reference implementation: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1
    const foreign = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await verifyPassword('password', foreign)).toBe(true)
    expect(await verifyPassword('Password', foreign)).toBe(false)
  })

  it('is the same in JavaScript, for a Node without argon2', async () => {
    const cost = { memory: 65_536, passes: 2, parallelism: 1 }
    const hash = await deriveInJavaScript(Buffer.from('password'), Buffer.from('somesalt'), cost, 32)
    expect(hash.toString('base64')).toBe('CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc=')
  })

  it('does the same work for an unknown user, and returns false', async () => {
    const stored = await hashPassword('x')
    const known = await timed(() => verifyPassword('wrong', stored))
    const unknown = await timed(() => verifyPassword('wrong', null))
    expect(unknown).toBeGreaterThan(known / 4)
    expect(await verifyPassword('', null)).toBe(false)
  })

  it('takes a letter and its accent in either spelling', async () => {
    expect(await verifyPassword('caf\u0065\u0301', await hashPassword('caf\u00e9'))).toBe(true)
  })

  it('rejects what is too long, and an invalid hash', async () => {
    const stored = await hashPassword('')
    expect(await verifyPassword('x'.repeat(LONGEST_PASSWORD + 1), stored)).toBe(false)
    await expect(verifyPassword('x', 'plain text')).rejects.toThrow('argon2id')
  })
})

/** The quickest of three, so that a busy machine does not decide. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    const begun = performance.now()
    await work()
    times.push(performance.now() - begun)
  }
  return Math.min(...times)
}
