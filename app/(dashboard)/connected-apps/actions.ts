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
export const revokeAppAction = formAction(revokeApp, recordForm, {
  message: () => 'App disconnected',
  everywhere: true,
})

/** Ends every connection of an app for the same user. */
export const revokeAllOfAppAction = formAction(revokeApp, disconnectAllForm, {
  message: () => 'All connections disconnected',
  everywhere: true,
})

export const reduceAppScopesAction = formAction(reduceAppScopes, accessForm, {
  to: ({ id }) => `/connected-apps/${id}`,
  message: () => 'Access saved',
})

export const blockClientAction = formAction(blockClient, blockForm, {
  to: () => '/connected-apps/policy',
  message: () => 'App blocked',
})

export const unblockClientAction = formAction(unblockClient, unblockForm, {
  message: () => 'App unblocked',
  everywhere: true,
})

export const updateAppSettingsAction = formAction(updateAppSettings, policyForm, {
  to: () => '/connected-apps/policy?saved=1',
  message: () => 'Policy saved',
})
