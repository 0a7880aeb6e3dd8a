import { provideHttpClient } from '@angular/common/http'
import { TestBed } from '@angular/core/testing'
import { test } from 'deploymock/vitest'
import { expect, vi } from 'vitest'
import { BASE_URL, Deployments } from './deployments'

function render(baseUrl: string) {
  TestBed.configureTestingModule({ providers: [provideHttpClient(), { provide: BASE_URL, useValue: baseUrl }] })
  return TestBed.createComponent(Deployments)
}

test('shows a deployment', async ({ simulator }) => {
  simulator.load('empty')
  simulator.db.deployments.create({ name: 'checkout' })
  const { nativeElement } = render(simulator.url)
  await vi.waitFor(() => expect(nativeElement.querySelector('li').textContent).toBe('checkout'))
})

test('says what went wrong', async ({ simulator }) => {
  simulator.faults.add({ operation: 'listDeployments', status: 503 })
  const { nativeElement } = render(simulator.url)
  await vi.waitFor(() => expect(nativeElement.querySelector('p').textContent).toBe('The service answered 503.'))
})
