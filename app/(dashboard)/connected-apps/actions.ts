'use server'
import {
  accessForm,
  blockForm,
  disconnectAllForm,
  policyForm,
  unblockForm,
} from '#components/connected-apps/app-forms.ts'
import { blockClient, unblockClient } from '#lib/domain/connected-apps/block.ts'
import { reduceAppScopes } from '#lib/domain/connected-apps/reduce-scopes.ts'
import { revokeApp } from '#lib/domain/connected-apps/revoke.ts'
import { updateAppSettings } from '#lib/domain/connected-apps/settings.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { recordForm } from '#lib/values/form.ts'

/** Ends the access of an app, from any page. */
export const disconnect = formAction(revokeApp, recordForm, {
  message: () => 'App disconnected',
  everywhere: true,
})

/** Ends every connection of an app for the same user. */
export const disconnectAll = formAction(revokeApp, disconnectAllForm, {
  message: () => 'All connections disconnected',
  everywhere: true,
})

export const editAccess = formAction(reduceAppScopes, accessForm, {
  to: ({ id }) => `/connected-apps/${id}`,
  message: () => 'Access saved',
})

export const block = formAction(blockClient, blockForm, {
  to: () => '/connected-apps/policy',
  message: () => 'App blocked',
})

export const unblock = formAction(unblockClient, unblockForm, {
  message: () => 'App unblocked',
  everywhere: true,
})

export const savePolicy = formAction(updateAppSettings, policyForm, {
  to: () => '/connected-apps/policy?saved=1',
  message: () => 'Policy saved',
})
