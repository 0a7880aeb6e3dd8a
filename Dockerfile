# Builds the program, which is one file.
FROM node:22-slim AS build
WORKDIR /build
COPY package.json package-lock.json LICENSE ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
COPY scenarios ./scenarios
COPY fixtures ./fixtures
RUN npm run build

FROM node:22-slim
ENV NODE_ENV=production
WORKDIR /app
COPY package.json LICENSE README.md ./
COPY --from=build /build/dist/src/cli/bin.js ./dist/src/cli/bin.js
# What the page with the OpenAPI document loads.
COPY --from=build /build/dist/swagger-ui ./dist/swagger-ui
# The console.
COPY --from=build /build/dist/console ./dist/console
COPY --from=build /build/dist/THIRD-PARTY-LICENSES.txt ./dist/THIRD-PARTY-LICENSES.txt
# What coding agents load, and read.
COPY --from=build /build/dist/src/mcp ./dist/src/mcp
COPY --from=build /build/dist/src/client ./dist/src/client
COPY --from=build /build/dist/src/shared ./dist/src/shared
COPY --from=build /build/dist/libraries/zod.js ./dist/libraries/zod.js
COPY --from=build /build/dist/scenario.schema.json ./dist/scenario.schema.json
COPY docs ./docs
# The libraries that are not part of these files: for "--state redis://", for scenarios as YAML, and for agents.
COPY --from=build /build/node_modules/@redis/client ./node_modules/@redis/client
COPY --from=build /build/node_modules/yaml ./node_modules/yaml
COPY --from=build /build/node_modules/@modelcontextprotocol ./node_modules/@modelcontextprotocol
COPY --from=build /build/node_modules/zod ./node_modules/zod
USER node
EXPOSE 4010
# Asks the server at the port and the address that it was started with, over HTTPS if it uses that.
HEALTHCHECK --interval=10s --timeout=5s --start-period=5s CMD ["node", "dist/src/cli/bin.js", "health"]
# Other machines can reach the server, so its control API requires a token: that of --token, or the one that it prints.
ENTRYPOINT ["node", "dist/src/cli/bin.js", "--host", "0.0.0.0"]
