'use server'
import {
  addAcquirerForm,
  addGatewayForm,
  directCollectionForm,
  recordSettlementForm,
  rotateAcquirerSecretForm,
  rotateGatewayCredentialsForm,
  startGatewayImportForm,
  useAcquirerForm,
} from '#components/acquirers/acquirer-form-state.ts'
import { addAcquirer, addGateway, testAcquirer } from '#lib/domain/acquirers/add.ts'
import { rotateGatewayCredentials } from '#lib/domain/acquirers/rotate-credentials.ts'
import {
  rotateAcquirerSecret,
  setDirectCollection,
  stopAcquirer,
  useAcquirer,
} from '#lib/domain/acquirers/use.ts'
import {
  continueGatewayImport,
  startGatewayImport,
  stopGatewayImport,
} from '#lib/domain/gateway-imports/change.ts'
import { recordBankSettlement } from '#lib/domain/settlements/record.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { recordForm } from '#lib/values/form.ts'

const to = ({ id }: { id: string }) => `/settings/acquirer/${id}`

export const addAcquirerAction = formAction(addAcquirer, addAcquirerForm, {
  to,
  message: () => 'Acquirer added',
})

export const addGatewayAction = formAction(addGateway, addGatewayForm, {
  to,
  message: () => 'Gateway account added',
})

export const testAcquirerAction = formAction(testAcquirer, recordForm, {
  to,
  message: () => 'Connection tested',
  refreshes: true,
})

/** Live mode has a bank from then on, which every page says. */
export const useAcquirerAction = formAction(useAcquirer, useAcquirerForm, {
  to,
  message: () => 'Acquirer in use',
  everywhere: true,
})

/** Live mode has no bank from then on, which every page says. */
export const stopAcquirerAction = formAction(stopAcquirer, useAcquirerForm, {
  to,
  message: () => 'Acquirer stopped',
  everywhere: true,
})

export const setDirectCollectionAction = formAction(setDirectCollection, directCollectionForm, {
  to,
  message: ({ direct_since }) => `Direct collection switched ${direct_since === null ? 'off' : 'on'}`,
})

export const rotateAcquirerSecretAction = formAction(rotateAcquirerSecret, rotateAcquirerSecretForm, {
  to,
  message: () => 'Secret rotated',
})

export const rotateGatewayCredentialsAction = formAction(
  rotateGatewayCredentials,
  rotateGatewayCredentialsForm,
  { to, message: () => 'Credentials rotated' },
)

export const recordBankSettlementAction = formAction(recordBankSettlement, recordSettlementForm, {
  to: ({ id }) => `/settlements/${id}`,
  message: () => 'Settlement recorded',
})

const toImport = ({ acquirer_id }: { acquirer_id: string }) => `/settings/acquirer/${acquirer_id}/import`

export const startGatewayImportAction = formAction(startGatewayImport, startGatewayImportForm, {
  to: toImport,
  message: () => 'Import started',
})

export const stopGatewayImportAction = formAction(stopGatewayImport, recordForm, {
  to: toImport,
  message: () => 'Import stopped',
  refreshes: true,
})

export const continueGatewayImportAction = formAction(continueGatewayImport, recordForm, {
  to: toImport,
  message: () => 'Import continued',
  refreshes: true,
})
