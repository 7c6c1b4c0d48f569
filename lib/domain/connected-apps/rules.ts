import { movesMoney, SCOPE_NAMES } from '#lib/domain/connected-apps/schema/scopes.ts'
import type { AppPolicy, Limits } from '#lib/domain/connected-apps/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { isListed } from '#lib/values/redirect-uri.ts'

type Client = { id: string; origin: 'dynamic' | 'manual' | 'document' }

/** Why a merchant does not let a program connect, as a sentence that says what would help; null when it does. @param mayRegister whether the reader can register it by hand */
export function whyNotLet(
  policy: AppPolicy,
  client: Client,
  redirectHost: string,
  mayRegister = false,
): string | null {
  if (policy.blocked) return 'This merchant has blocked this program. An owner or admin can unblock it.'
  if (policy.elsewhere) return 'This program was made for another merchant. Choose that one.'
  if (client.origin === 'manual') return null
  if (!policy.self_registered)
    return `This merchant lets no programs connect that registered themselves. ${mayRegister ? 'You' : 'An owner or admin'} can register it by hand under Connected apps › Registered by hand.`
  if (policy.redirect_hosts.length > 0 && !isListed(redirectHost, policy.redirect_hosts))
    return `This merchant does not let programs lead back to ${redirectHost}. An owner or admin can add it under connected apps.`
  return null
}

/**
 * What the limits of a grant are: none where nothing of it moves money, else both, and a day is no less than a call.
 * @throws input_validation_failed
 */
export function limitsFor(scopes: readonly string[], { limit_per_call, limit_per_day }: Limits): Limits {
  if (!scopesMoveMoney(scopes)) return { limit_per_call: null, limit_per_day: null }
  if (limit_per_call === null)
    throw refused(
      'input_validation_failed',
      'Say how much it may move in one call; 0 makes every call wait.',
      {
        field: 'limit_per_call',
      },
    )
  if (limit_per_day === null)
    throw refused(
      'input_validation_failed',
      'Say how much it may move in 24 hours; 0 makes every call wait.',
      {
        field: 'limit_per_day',
      },
    )
  if (limit_per_day < limit_per_call)
    throw refused(
      'input_validation_failed',
      'What it may move in 24 hours cannot be less than what it may in one call.',
      { field: 'limit_per_day' },
    )
  return { limit_per_call, limit_per_day }
}

/** Whether any of some scopes lets money move. */
export function scopesMoveMoney(scopes: readonly string[]): boolean {
  return SCOPE_NAMES.some((name) => scopes.includes(name) && movesMoney(name))
}

/** Whether limits let more move than others did. What had none, had nothing that moves money. */
export function isRaise(before: Limits, after: Limits): boolean {
  const more = (old: number | null, next: number | null) => next !== null && next > (old ?? 0)
  return more(before.limit_per_call, after.limit_per_call) || more(before.limit_per_day, after.limit_per_day)
}

/** Whether a limit lets more move than the person behind the app may move alone. @param threshold theirs; null is none */
export function isAboveThreshold(
  { limit_per_call, limit_per_day }: Limits,
  threshold: number | null,
): boolean {
  return threshold !== null && Math.max(limit_per_call ?? 0, limit_per_day ?? 0) > threshold
}

/** Nobody connects an app with more than they may move alone: that is asked for afterwards. @throws input_validation_failed */
export function connectable(limits: Limits, threshold: number | null, amount: string): void {
  if (!isAboveThreshold(limits, threshold)) return
  throw refused(
    'input_validation_failed',
    `Your approval threshold is ${amount}. Set a limit up to that, then ask to raise it under Connected apps.`,
    { field: (limits.limit_per_call ?? 0) > (threshold ?? 0) ? 'limit_per_call' : 'limit_per_day' },
  )
}

type Policy = { self_registered: boolean; redirect_hosts: readonly string[] }

/** Whether a policy lets more apps connect than before. No redirect hosts are all of them. */
export function isLooserPolicy(before: Policy, after: Policy): boolean {
  if (after.self_registered && !before.self_registered) return true
  if (before.redirect_hosts.length === 0) return false
  return (
    after.redirect_hosts.length === 0 ||
    after.redirect_hosts.some((host) => !before.redirect_hosts.includes(host))
  )
}

/**
 * What is left of the scopes of a grant: some of them, and nothing that it did not have.
 * @throws input_validation_failed
 */
export function scopesLeft(before: readonly string[], wanted: readonly string[]): string[] {
  const added = wanted.filter((name) => !before.includes(name))
  if (added.length > 0)
    throw refused(
      'input_validation_failed',
      `Nothing is added here: ${added.join(', ')} was not granted. The program has to ask for it again.`,
      { field: 'scopes' },
    )
  const left = before.filter((name) => wanted.includes(name))
  if (left.length === 0)
    throw refused('input_validation_failed', 'Leave it something, or disconnect it.', { field: 'scopes' })
  return left
}
