const core = (name) => `src/core/${name}.ts`
const test = (name) => `test/${name}{,.slow}.test.ts`

/**
 * The parts of the core, each with the tests that are to fail for its mutants. One part is one run:
 * its results are saved when it ends, and the next run repeats only what has changed since.
 *
 * A mutant that no test notices runs all tests that reach it, so a part has only the tests that are
 * about it. Otherwise the parts that every request uses would take days. For the same reason, only one
 * adapter is tested, except by the part that is about adapters.
 */
export const PARTS = {
  adapters: {
    adapter: 'all',
    files: [core('adapters/*')],
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
    files: [core('behaviour/{chaos*,real-time}')],
    tests: ['behaviour/{chaos,clock,real-time}', 'control/chaos'].map(test),
  },
  'behaviour/effects': {
    // Over HTTP, a client notices what an effect does to the connection.
    adapter: 'serve',
    files: [core('behaviour/effects/*'), core('behaviour/rate-window')],
    tests: ['behaviour/{clock,faults}', 'sessions/journal'].map(test),
  },
  'behaviour/faults': {
    files: [core('behaviour/{duration,fault*,recipes,unmatchable}')],
    tests: [
      'behaviour/{duration,fault-forms,faults,recipes}',
      'control/{fault-matches,fault-uses,faults-and-requests,schemas}',
    ].map(test),
  },
  'behaviour/journal': {
    files: [
      core('behaviour/{explanation,followed-journal,header-list,journal*,kept-bodies}'),
      core(
        'behaviour/{overrides,request-counts,request-state,response-status,ring,sent-response,usage,wait-for-request}',
      ),
    ],
    tests: [
      'adapters/overrides',
      'behaviour/{faults,journal-store,leaving}',
      'control/{faults-and-requests,worlds}',
      'core/access',
      'sessions/{journal,journal-details,kept-requests,memory,waiting-requests}',
    ].map(test),
  },
  budget: {
    files: [core('{bounded-map,byte-budget,growing-bytes,held-bytes,kept-entries,recency-list}')],
    tests: ['control/memory', 'core/{bounded-map,byte-budget}'].map(test),
  },
  'contract/authentication': {
    files: [core('contract/oauth/*'), core('contract/operations/authentication/*')],
    tests: ['control-plane/{authentication,connections,examples,oauth-providers,token-rules,tokens,integrations}'].map(
      test,
    ),
  },
  'contract/bodies': {
    files: [core('contract/{bodies,values}/*')],
    tests: ['control-plane/{authentication,changes,creation,listeners,vectors}', 'core/{json,work}'].map(test),
  },
  'contract/deployments': {
    files: [core('contract/operations/{deployments,revisions}/*')],
    tests: [
      'control-plane/{agreement,changes,creation,deletion,examples,first-image,listeners,pipeline,reading,revisions,tiers,uploads}',
      'core/assumptions',
    ].map(test),
  },
  'contract/integrations': {
    files: [core('contract/operations/{integrations,listeners,providers}/*'), core('contract/cursor')],
    tests: [
      'control-plane/{agreement,examples,integrations,listeners,oauth-providers,reading}',
      'core/assumptions',
    ].map(test),
  },
  'contract/json': {
    files: [core('contract/json/*')],
    tests: ['control-plane/vectors', 'core/{half-characters,json,json-error,limits}'].map(test),
  },
  'contract/logs': {
    files: [core('contract/operations/logs/*'), core('resources/revisions/{log*,request-lines}')],
    tests: [test('control-plane/{examples,log-lines,log-pages,logs}')],
  },
  'contract/requests': {
    files: [
      core(
        'contract/{authentication,base-url,cached-documents,contract,credential-words,documents,errors,messages,nearest-routes,read-request,request-size,response-body,response-cache,strict}',
      ),
      core('contract/wire/*'),
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
    files: [core('control/**/*')],
    tests: ['control/!(large-*)', 'sessions/session-pool'].map(test),
  },
  coverage: {
    files: [core('coverage/*')],
    tests: [test('coverage/{collection,command,coverage,tally,threshold,usage}')],
  },
  gate: {
    files: [core('gate')],
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
    files: [core('http/*')],
    tests: ['adapters/vectors', 'core/{operation,path-template,paths}', 'server/root-page'].map(test),
  },
  openapi: {
    files: [core('openapi/*'), core('service-documents')],
    tests: ['openapi/{agreement,body-types,document,documentation}'].map(test),
  },
  operations: {
    files: [core('contract/operations/*'), core('contract/{rendering,responses,routing}')],
    tests: [
      'adapters/vectors',
      'control-plane/{examples,integrations,revisions}',
      'core/{assumptions,creation,pages,paths,wire}',
      'server/root-page',
    ].map(test),
  },
  options: {
    files: [
      core('{assert-simulator,capitalize,edit-distance,extend,hidden-characters,known-options,option-error,quote}'),
      core('{shell,suggestion,value-kinds}'),
    ],
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
    files: [core('register/*')],
    tests: ['control/calls', 'core/{assumptions,register,vary}'].map(test),
  },
  'resources/deployments': {
    files: [core('resources/deployments/*')],
    tests: [
      'control-plane/{changes,creation,pipeline,tiers}',
      'core/{creation,wire}',
      'data/{collections,rollout,scenarios,worlds}',
      'openapi/{agreement,document}',
    ].map(test),
  },
  'resources/revisions': {
    files: [core('resources/revisions/!(log*|request-lines)')],
    tests: [
      'control-plane/{changes,pipeline,revisions}',
      'data/{collections,revisions,rollout,rollout-properties,scenarios,time-range}',
    ].map(test),
  },
  'resources/small': {
    files: [
      core('resources/*'),
      core('resources/{authentications,connections,deletions,factory,integrations,listeners}/*'),
      core('resources/{picker-sessions,providers,repositories,token-events,tokens,uploads}/*'),
    ],
    tests: [
      'control-plane/{authentication,connections,deletion,integrations,listeners,oauth-providers,tokens,uploads}',
      'core/{assumptions,timestamps,wire}',
      'data/{collections,least-scenario,scenarios,worlds}',
    ].map(test),
  },
  schemas: {
    files: [core('schemas/*')],
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
    files: [core('sessions/*')],
    tests: [
      'behaviour/{chaos,clock,faults,leaving}',
      'control/{ask,calls,chaos,events,faults-and-requests,sessions,settings,state,timeline,totals,trials,worlds}',
      'control-plane/authentication',
      'core/{access,assumptions,wire}',
      'data/worlds',
      'sessions/*',
    ].map(test),
  },
  simulator: {
    files: [
      core('{baseline-builder,baseline-cache,baselines,contracts,own-names,scenario,scenario-list}'),
      core('{simulator,simulator-options,speed,world-counts,world-memory}'),
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
    files: [core('store/{condition,filter,find-first,joined-texts,listing*,ordered-list,ordering,shared-map}')],
    tests: ['core/{listing,pages,steps,work}', 'data/{shared-map,time-range}'].map(test),
  },
  'store/rows': {
    files: [core('store/{added-rows,derived-parents,derived-rows,random,rewind,row-groups,seeded-rows}')],
    tests: ['core/rows', 'data/{collections,revisions,rollout,worlds}', 'sessions/{request-worlds,snapshots}'].map(
      test,
    ),
  },
  'store/tables': {
    files: [
      core('store/{change-log,counters,model,overlay,record-*,seeded-table,table,table-meter,table-reader,version}'),
    ],
    tests: ['core/rows', 'data/{collections,worlds}', 'sessions/{change-log,memory,request-worlds,snapshots}'].map(
      test,
    ),
  },
  'store/time': {
    files: [core('store/{agenda,appointments,clock,fake-timers,timeline,world-time}')],
    tests: ['behaviour/{clock,fake-timers}', 'data/{appointments,time-range,timeline}', 'sessions/request-worlds'].map(
      test,
    ),
  },
  turns: {
    files: [core('{lease,on-demand,steps,turns}')],
    tests: ['behaviour/leaving', 'core/{lease,steps}', 'sessions/session-pool'].map(test),
  },
  'validation/bodies': {
    files: [core('contract/validation/{cut-input,issue-limits,request-body}')],
    tests: ['adapters/vectors', 'core/{half-characters,limits,work}'].map(test),
  },
  'validation/parameters': {
    files: [core('contract/validation/{date-time,parameter*,query,scalars,validation-*}')],
    tests: [
      'adapters/vectors',
      'control-plane/{listeners,logs,vectors}',
      'core/{assumptions,date-times,json-error,parameters,scalars}',
    ].map(test),
  },
  'world/rollout': {
    files: [core('world/{lifecycles,record-name,record-timeline,rollout,step-watch}')],
    tests: [
      'control-plane/{deletion,pipeline,revisions,speed}',
      'control/timeline',
      'data/{revisions,rollout,rollout-properties,time-range,timeline}',
    ].map(test),
  },
  'world/tables': {
    files: [
      core('world/{apply-changes,baseline*,collections,database,full-reader,issue-collector}'),
      core('world/{list-records,past-world,planned-records,world,world-plan}'),
    ],
    tests: [
      'control/{later-revisions,records}',
      'data/{collections,least-scenario,list-records,revisions,time-range,timeline,worlds}',
      'sessions/{memory,request-worlds,snapshots}',
    ].map(test),
  },
}
