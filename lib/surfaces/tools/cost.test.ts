import { describe, expect, it } from 'vitest'
import { SCOPE_NAMES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import type { Account } from '#lib/pipeline/operation.ts'
import { tools } from '#lib/surfaces/tools/catalogue.ts'
import { listedTools } from '#lib/surfaces/tools/handlers.ts'
import { estimatedTokens } from '#lib/testing/token-estimate.ts'
import { PERMISSIONS, type Permission, ROLE_PERMISSIONS, type ScopeName } from '#lib/values/permissions.ts'

const listed = (
  scopes: readonly ScopeName[],
  permissions: readonly Permission[] = PERMISSIONS,
  capabilities = ['wallet'],
) =>
  listedTools({
    scopes,
    actor: { permissions: new Set(permissions), account: { capabilities } as Account },
    role: { permissions: new Set(permissions) },
  }).map(({ listing }) => listing)
const tokens = (value: unknown) => estimatedTokens(JSON.stringify(value))

describe('the list of tools', () => {
  it('costs a token that reads at most 6000 tokens, and one with every scope at most 12000', () => {
    const room =
      'Shorten descriptions of tools, or cover one by another (coveredBy): each is sent with every conversation.'
    expect(tokens(listed(['read_only'])), room).toBeLessThanOrEqual(6_000)
    expect(tokens(listed(SCOPE_NAMES)), room).toBeLessThanOrEqual(12_000)
  })

  it('holds what the scopes, the role and the account can use, and no more', () => {
    const names = (...given: Parameters<typeof listed>) => listed(...given).map(({ name }) => name)
    const reading = names(['read_only'])
    expect(reading).toEqual(
      expect.arrayContaining(['fetch_payment', 'fetch_approval', 'fetch_wallet_balance']),
    )
    expect(reading).not.toContain('refund_payment')
    expect(names(['refunds:write'])).toEqual([
      'refund_payment',
      'update_refund',
      'fetch_approval',
      'cancel_approval',
      'request_permission',
    ])
    // The scope was granted while the person had another role.
    expect(names(['refunds:write'], ROLE_PERMISSIONS.viewer)).toEqual([
      'fetch_approval',
      'cancel_approval',
      'request_permission',
    ])
    // Wallets are discontinued: an account without them has no use for their tools.
    const without = names(SCOPE_NAMES, PERMISSIONS, [])
    const wallets = without.filter((name) => /wallet|transfer|payout|fund_account/.test(name))
    expect(wallets, 'Mark their operations with `discontinued: true`.').toEqual([])
    expect(without).toContain('refund_payment')
  })

  it('has the request for a permission only where the user can grant more, with what they can grant', () => {
    const choices = (...given: Parameters<typeof listed>) => {
      const request = listed(...given).find(({ name }) => name === 'request_permission')
      const { scope } = (request?.inputSchema.properties ?? {}) as { scope?: { enum: string[] } }
      return scope?.enum ?? null
    }
    // Documents are uploaded at /v1: no tool takes their scope.
    const writes = SCOPE_NAMES.filter((name) => !['read_only', 'documents:write'].includes(name))
    expect(choices(['read_only'])).toEqual(writes)
    expect(choices(SCOPE_NAMES)).toBeNull()
    expect(choices(['read_only'], ROLE_PERMISSIONS.viewer)).toBeNull()
    expect(choices(['read_only'], ROLE_PERMISSIONS.support)).toEqual(
      expect.arrayContaining(['refunds:write']),
    )
    expect(choices(['read_only'], ROLE_PERMISSIONS.support)).not.toContain('wallet:write')
    expect(choices(['read_only'], PERMISSIONS, [])).not.toContain('wallet:write')
    expect(choices(['refunds:write'])).toContain('read_only')
  })

  it('lists one of the tools that do the same, and takes calls to both', () => {
    const covered = [...tools().values()].flatMap(({ operation, listing }) =>
      operation.coveredBy ? [[listing.name, operation.coveredBy] as const] : [],
    )
    const all = listed(SCOPE_NAMES).map(({ name }) => name)
    expect(covered.length).toBeGreaterThan(5)
    for (const [name, other] of covered) {
      expect(all).not.toContain(name)
      expect(all).toContain(other)
      expect(tools().get(name)?.scope).toBe(tools().get(other)?.scope)
    }
  })

  it('names every argument with its type, and nothing that the server checks anyway', () => {
    for (const { name, inputSchema } of listed(SCOPE_NAMES)) {
      const text = JSON.stringify(inputSchema)
      expect(text, name).not.toMatch(
        /"(pattern|minLength|maxLength|minimum|maximum|default|\$schema|examples)":/,
      )
      const properties = Object.entries((inputSchema.properties ?? {}) as Record<string, object>)
      for (const [property, schema] of properties)
        expect('type' in schema || 'anyOf' in schema || 'const' in schema, `${name} ${property}`).toBe(true)
      for (const required of (inputSchema.required ?? []) as string[])
        expect(Object.keys(inputSchema.properties ?? {}), name).toContain(required)
    }
  })
})
