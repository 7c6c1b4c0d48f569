'use server'
import { clientForm, type MadeClient } from '#components/clients/client-forms.ts'
import { typedNameForm } from '#components/shared/form/typed-name-state.ts'
import { createClient } from '#lib/domain/clients/create.ts'
import { deleteClient } from '#lib/domain/clients/delete.ts'
import { rotateClientSecret } from '#lib/domain/clients/rotate.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { recordForm } from '#lib/values/form.ts'

/** The response has the secret, this once. */
const result = ({ id, name, secret }: MadeClient): MadeClient => ({ id, name, secret })

export const createClientAction = formAction(createClient, clientForm, { result })

export const rotateClientAction = formAction(rotateClientSecret, recordForm, { result })

export const deleteClientAction = formAction(deleteClient, typedNameForm, {
  to: () => '/connected-apps/clients',
  message: () => 'Client deleted',
})
