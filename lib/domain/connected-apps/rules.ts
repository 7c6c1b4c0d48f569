import { movesMoney, SCOPE_NAMES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import type { AppPolicy, Limits } from '#lib/domain/connected-apps/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { isListed } from '#lib/values/redirect-uri.ts'

type Client = { id: string; origin: 'dynamic' | 'manual' | 'document' }

/** Why a merchant does not let an app connect; null if it does. */
export function obstacleTo(policy: AppPolicy, client: Client, redirectHost: string) {
  if (policy.blocked) return 'blocked'
  if (policy.elsewhere) return 'elsewhere'
  if (client.origin === 'manual') return null
  if (!policy.self_registered) return 'self_registered'
  const listed = policy.redirect_hosts.length === 0 || isListed(redirectHost, policy.redirect_hosts)
  return listed ? null : 'redirect_host'
}

/** The same in a sentence that names the fix. */
export function whyNotLet(policy: AppPolicy, client: Client, redirectHost: string): string | null {
  switch (obstacleTo(policy, client, redirectHost)) {
    case 'blocked':
      return 'This merchant has blocked this app. An owner or admin can unblock it.'
    case 'elsewhere':
      return 'This app is registered for another merchant. Choose that merchant.'
    case 'self_registered':
      return "This merchant doesn't allow self-registered apps. An owner or admin can register it under Connected apps › Registered clients."
    case 'redirect_host':
      return `This merchant doesn't allow apps that redirect to ${redirectHost}. An owner or admin can add the host under Connected apps.`
    default:
      return null
  }
}

/**
 * The limits of a grant: none if its scopes move no money, else both, with the daily one at least that of a call.
 * @throws input_validation_failed
 */
export function limitsFor(scopes: readonly string[], { limit_per_call, limit_per_day }: Limits): Limits {
  if (!scopesMoveMoney(scopes)) return { limit_per_call: null, limit_per_day: null }
  if (limit_per_call === null)
    throw refused('input_validation_failed', 'Enter a limit per call. With 0, every call needs approval.', {
      field: 'limit_per_call',
    })
  if (limit_per_day === null)
    throw refused(
      'input_validation_failed',
      'Enter a limit per 24 hours. With 0, every call needs approval.',
      {
        field: 'limit_per_day',
      },
    )
  if (limit_per_day < limit_per_call)
    throw refused(
      'input_validation_failed',
      "The limit per 24 hours can't be lower than the limit per call.",
      { field: 'limit_per_day' },
    )
  return { limit_per_call, limit_per_day }
}

function scopesMoveMoney(scopes: readonly string[]): boolean {
  return SCOPE_NAMES.some((name) => scopes.includes(name) && movesMoney(name))
}

/** Whether new limits are looser than the former ones. A grant without limits had no scope that moves money. */
export function isRaise(before: Limits, after: Limits): boolean {
  const more = (old: number | null, next: number | null) => (next ?? 0) > (old ?? 0)
  return more(before.limit_per_call, after.limit_per_call) || more(before.limit_per_day, after.limit_per_day)
}

/**
 * Whether a limit is above what the person behind the app may move without approval.
 * @param threshold theirs; null is none
 */
export function isAboveThreshold(
  { limit_per_call, limit_per_day }: Limits,
  threshold: number | null,
): boolean {
  return threshold !== null && Math.max(limit_per_call ?? 0, limit_per_day ?? 0) > threshold
}

/**
 * A new connection is limited to what the person may move without approval; a higher limit is requested afterwards.
 * @throws input_validation_failed
 */
export function assertConnectable(limits: Limits, threshold: number | null, amount: string): void {
  if (!isAboveThreshold(limits, threshold)) return
  throw refused(
    'input_validation_failed',
    `Your approval threshold is ${amount}. Set a limit up to that, then ask to raise it under Connected apps.`,
    { field: (limits.limit_per_call ?? 0) > (threshold ?? 0) ? 'limit_per_call' : 'limit_per_day' },
  )
}

type Policy = { self_registered: boolean; redirect_hosts: readonly string[] }

/** Whether a policy lets more apps connect than the former one. An empty list of redirect hosts allows all. */
export function isLooserPolicy(before: Policy, after: Policy): boolean {
  if (after.self_registered && !before.self_registered) return true
  if (before.redirect_hosts.length === 0) return false
  return (
    after.redirect_hosts.length === 0 ||
    after.redirect_hosts.some((host) => !before.redirect_hosts.includes(host))
  )
}

/**
 * The remaining scopes of a grant: a non-empty subset of its present ones.
 * @throws input_validation_failed
 */
export function scopesLeft(before: readonly string[], wanted: readonly string[]): string[] {
  const added = wanted.filter((name) => !before.includes(name))
  if (added.length > 0)
    throw refused(
      'input_validation_failed',
      `Scopes can't be added here: ${added.join(', ')} was not granted. The app has to request access again.`,
      { field: 'scopes' },
    )
  const left = before.filter((name) => wanted.includes(name))
  if (left.length === 0)
    throw refused('input_validation_failed', 'Keep at least one scope, or disconnect the app.', {
      field: 'scopes',
    })
  return left
}
