const source = (name) => `src/${name}.ts`
const test = (name) => `test/${name}{,.slow,.ci}.test.ts`

/**
 * The parts of the engine, the framework and the service, each with the tests that are to fail for its mutants.
 * One part is one run: its results are saved when it ends, and the next run repeats only what has changed since.
 *
 * A mutant that no test notices runs all tests that reach it, so a part has only the tests that are
 * about it. Otherwise the parts that every request uses would take days. For the same reason, only one
 * adapter is tested, except by the part that is about adapters.
 */
export const PARTS = {
  adapters: {
    adapter: 'all',
    files: [source('engine/adapters/!(gate|refused-session|turns)')],
    tests: [
      'adapters/conformance',
      'behaviour/{faults,leaving}',
      'control/{events,guard}',
      'control-plane/uploads',
      'core/{fetch,half-characters}',
      'server/{connections,handlers}',
    ].map(test),
  },
  'behaviour/chaos': {
    files: [source('engine/faults/chaos/*')],
    tests: ['behaviour/{chaos,clock,real-time}', 'control/chaos'].map(test),
  },
  'behaviour/effects': {
    // Over HTTP, a client notices what an effect does to the connection.
    adapter: 'serve',
    files: [source('engine/faults/effects/*'), source('engine/faults/rate-window'), source('service/effects')],
    tests: ['behaviour/{clock,faults}', 'sessions/journal'].map(test),
  },
  'behaviour/faults': {
    files: [
      source('engine/faults/!(rate-window)'),
      source('engine/reports/recipes'),
      source('engine/store/time/duration'),
    ],
    tests: [
      'behaviour/{duration,fault-forms,faults,recipes}',
      'control/{fault-matches,fault-uses,faults-and-requests,schemas}',
    ].map(test),
  },
  'behaviour/journal': {
    files: [source('engine/journal/*'), source('engine/reports/har'), source('engine/sessions/state/overrides')],
    tests: [
      'adapters/overrides',
      'behaviour/{faults,journal-store,leaving}',
      'control/{faults-and-requests,worlds}',
      'core/access',
      'sessions/{har,journal,journal-details,kept-requests,memory,waiting-requests}',
    ].map(test),
  },
  budget: {
    files: [source('engine/limits/!(byte-size|on-demand)')],
    tests: ['control/memory', 'core/{bounded-map,byte-budget}'].map(test),
  },
  'contract/authentication': {
    files: [source('service/control-plane/oauth/*')],
    tests: ['control-plane/{authentication,connections,examples,oauth-providers,token-rules,tokens,integrations}'].map(
      test,
    ),
  },
  'contract/bodies': {
    files: [
      source('service/control-plane/deployments/bodies'),
      source('engine/contract/operation/value'),
      source('fastapi/values/!(read-parameters)'),
    ],
    tests: ['control-plane/{authentication,changes,creation,listeners,vectors}', 'core/{json,work}'].map(test),
  },
  'contract/deployments': {
    files: [source('service/control-plane/revisions'), source('service/control-plane/deployments/!(bodies)')],
    tests: [
      'control-plane/{agreement,changes,creation,deletion,examples,first-image,listeners,pipeline,reading,revisions,tiers,uploads}',
      'core/assumptions',
    ].map(test),
  },
  'contract/integrations': {
    files: [
      source('service/control-plane/{cursor,integrations,listeners,picker-sessions,providers,upstream-operation}'),
    ],
    tests: [
      'control-plane/{agreement,examples,integrations,listeners,oauth-providers,reading}',
      'core/assumptions',
    ].map(test),
  },
  'contract/json': {
    files: [source('fastapi/json/*'), source('engine/input/json/*')],
    tests: ['control-plane/vectors', 'core/{half-characters,json,json-error,limits}'].map(test),
  },
  'contract/logs': {
    files: [source('service/control-plane/logs/*'), source('service/rollouts/{log-line,log-lines,log-scripts}')],
    tests: [test('control-plane/{examples,log-lines,log-pages,logs}')],
  },
  'contract/requests': {
    files: [
      source('service/access/*'),
      source('engine/contract/!(contracts|list-page|rendering|routing)'),
      source('engine/contract/operation/{messages,without-body}'),
      source('fastapi/errors/{error-body,errors}'),
    ],
    tests: [
      'adapters/vectors',
      'behaviour/fault-forms',
      'control/{credentials,memory}',
      'control-plane/{authentication,oauth-providers,reading,revisions,uploads,vectors}',
      'core/{access,assumptions,base-url,fetch,limits,pages,paths,response-cache,strict,suggestions}',
      'coverage/coverage',
      'openapi/documentation',
      'sessions/{journal,memory}',
    ].map(test),
  },
  control: {
    files: [source('engine/control/*'), source('engine/control/{links,operations,reports,requests,shared}/*')],
    tests: ['control/!(large-*)', 'sessions/session-pool'].map(test),
  },
  coverage: {
    files: [source('engine/reports/coverage/*')],
    tests: [test('coverage/{collection,command,coverage,tally,threshold,usage}')],
  },
  gate: {
    files: [source('engine/adapters/{gate,refused-session}')],
    tests: [
      'behaviour/{clock,leaving}',
      'control/{calls,guard,sessions}',
      'control-plane/uploads',
      'core/{fetch,paths}',
      'server/{connections,several-servers}',
      'sessions/{session-pool,sessions}',
    ].map(test),
  },
  http: {
    files: [source('engine/http/!(query)')],
    tests: ['adapters/vectors', 'core/{operation,path-template,paths}', 'server/root-page'].map(test),
  },
  openapi: {
    files: [source('engine/reports/openapi/*'), source('engine/define/basis')],
    tests: ['openapi/{agreement,basis,body-types,document,documentation}', 'sessions/basis'].map(test),
  },
  operations: {
    files: [
      source('engine/reports/sample-requests'),
      source('service/!(effects)'),
      source('service/control-plane/documentation'),
      source('service/listing/*'),
      source('engine/contract/{list-page,rendering,routing}'),
      source('engine/contract/operation/!(messages|parameter|value|without-body)'),
      source('fastapi/assumptions'),
    ],
    tests: [
      'adapters/vectors',
      'control-plane/{examples,integrations,revisions}',
      'core/{assumptions,creation,pages,paths,wire}',
      'server/root-page',
    ].map(test),
  },
  'own-apis': {
    files: [source('rest/*')],
    tests: ['rest/{courses,declarations,issues,payments}'].map(test),
  },
  options: {
    files: [source('engine/input/text/*'), source('engine/input/options/!(own-names|speed)')],
    tests: [
      'behaviour/{fault-forms,faults}',
      'control/limits',
      'core/{option-error,suggestion,suggestions}',
      'data/worlds',
      'core/hidden-characters',
      'options/wrong-calls',
      'probe/reproduce',
    ].map(test),
  },
  register: {
    files: [source('engine/define/assumptions/*'), source('service/assumptions/*')],
    tests: ['control/calls', 'core/{assumptions,register,vary}'].map(test),
  },
  'resources/deployments': {
    files: [
      source('service/resources/deployments/!(planned-revisions|revision*|rollout-path)'),
      source('service/resources/deployments/build/!(build-past-revisions)'),
    ],
    tests: [
      'control-plane/{changes,creation,pipeline,tiers}',
      'core/{creation,wire}',
      'data/{collections,rollout,scenarios,worlds}',
      'openapi/{agreement,document}',
    ].map(test),
  },
  'resources/revisions': {
    files: [source('service/resources/deployments/{planned-revisions,revision*,rollout-path}')],
    tests: [
      'control-plane/{changes,pipeline,revisions}',
      'data/{collections,revisions,rollout,rollout-properties,scenarios,time-range}',
    ].map(test),
  },
  'resources/small': {
    files: [
      source('engine/define/factory/*'),
      source('service/resources/*'),
      source('service/resources/repositories/*'),
      source('engine/define/resource/*'),
      source('engine/define/world-declarations'),
      source('engine/world/start/planned-groups'),
      source('fastapi/wire-fields'),
    ],
    tests: [
      'control-plane/{authentication,connections,deletion,integrations,listeners,oauth-providers,tokens,uploads}',
      'core/{assumptions,timestamps,wire}',
      'data/{collections,least-scenario,scenarios,worlds}',
    ].map(test),
  },
  schemas: {
    files: [source('engine/input/schemas/*'), source('engine/limits/byte-size')],
    tests: [
      'behaviour/fault-forms',
      'control/{limits,records,worlds}',
      'core/{creation,option-error,scalars,steps,suggestions,timestamps,work}',
      'data/{collections,least-scenario,worlds}',
      'files/issues',
      'sessions/snapshots',
    ].map(test),
  },
  sessions: {
    files: [
      source('engine/sessions/*'),
      source('engine/sessions/{events,serving}/*'),
      source('engine/sessions/state/!(overrides)'),
    ],
    tests: [
      'behaviour/{chaos,clock,faults,leaving}',
      'control/{ask,calls,chaos,events,faults-and-requests,sessions,settings,state,timeline,totals,trials,worlds}',
      'control-plane/authentication',
      'core/{access,assumptions,wire}',
      'data/worlds',
      'server/state',
      'sessions/*',
    ].map(test),
  },
  simulator: {
    files: [
      source('engine/contract/contracts'),
      source('engine/scenario/*'),
      source('engine/input/options/{own-names,speed}'),
      source('engine/simulator/*'),
      source('engine/world/start/{baseline-builder,baselines}'),
    ],
    tests: [
      'control/{limits,memory,sessions,worlds}',
      'control-plane/speed',
      'core/{fetch,option-error,speed,steps,suggestions,work}',
      'data/{least-scenario,worlds}',
      'sessions/{memory,session-pool,sessions,snapshots}',
    ].map(test),
  },
  'store/lists': {
    files: [source('engine/store/listing/*'), source('engine/store/{find-first,follower,shared-map}')],
    tests: ['core/{follower,listing,pages,steps,work}', 'data/{shared-map,time-range}'].map(test),
  },
  'store/rows': {
    files: [source('engine/store/random'), source('engine/store/rows/!(changed-rows|model)')],
    tests: ['core/rows', 'data/{collections,revisions,rollout,worlds}', 'sessions/{request-worlds,snapshots}'].map(
      test,
    ),
  },
  'store/tables': {
    files: [source('engine/store/tables/*'), source('engine/store/rows/{changed-rows,model}')],
    tests: ['core/rows', 'data/{collections,worlds}', 'sessions/{memory,request-worlds,snapshots}'].map(test),
  },
  'store/time': {
    files: [source('engine/store/time/!(duration)')],
    tests: ['behaviour/{clock,fake-timers}', 'data/{appointments,time-range,timeline}', 'sessions/request-worlds'].map(
      test,
    ),
  },
  turns: {
    files: [source('engine/{limits/{lease,on-demand},work/steps}'), source('engine/adapters/turns')],
    tests: ['behaviour/leaving', 'core/{lease,steps}', 'sessions/session-pool'].map(test),
  },
  'validation/bodies': {
    files: [source('fastapi/fastapi'), source('fastapi/errors/{cut-input,issue-limits}')],
    tests: ['adapters/vectors', 'core/{half-characters,limits,work}'].map(test),
  },
  'validation/parameters': {
    files: [source('fastapi/scalars'), source('fastapi/errors/validation-errors')],
    tests: [
      'adapters/vectors',
      'control-plane/{listeners,logs,vectors}',
      'core/{assumptions,date-times,json-error,parameters,scalars}',
    ].map(test),
  },
  'world/rollout': {
    files: [source('engine/world/{lifecycles,record-timeline}'), source('service/rollouts/{pull-requests,rollout}')],
    tests: [
      'control-plane/{deletion,pipeline,pull-requests,revisions,speed}',
      'control/timeline',
      'data/{revisions,rollout,rollout-properties,time-range,timeline}',
    ].map(test),
  },
  'world/tables': {
    files: [source('engine/world/!(lifecycles|record-timeline)'), source('engine/world/start/{baseline,world-plan}')],
    tests: [
      'control/{later-revisions,records}',
      'data/{collections,least-scenario,list-records,revisions,time-range,timeline,worlds}',
      'sessions/{memory,request-worlds,snapshots}',
    ].map(test),
  },
}
