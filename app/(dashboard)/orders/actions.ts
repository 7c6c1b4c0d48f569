'use server'
import { createOrder } from '#lib/domain/orders/create.ts'
import { updateOrder } from '#lib/domain/orders/update.ts'
import { action } from '#lib/surfaces/form.ts'
import { plainAction } from '#lib/surfaces/plain-form.ts'

export const createOrderAction = action(createOrder)
export const createOrderPlainly = plainAction(createOrder, {
  typed: { amount: 'amount', first_payment_min_amount: 'amount', notes: 'pairs' },
  to: (order) => `/orders/${order.id}`,
})
export const updateOrderAction = action(updateOrder)
