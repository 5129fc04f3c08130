import com.google.inject.Key;
import io.trino.plugin.memory.MemoryPlugin;
import io.trino.plugin.tpch.TpchPlugin;
import io.trino.server.security.PasswordAuthenticatorManager;
import io.trino.server.testing.TestingTrinoServer;
import io.trino.spi.security.AccessDeniedException;
import io.trino.spi.security.BasicPrincipal;
import java.util.Map;

/**
 * One coordinator that is its own worker, with a catalog in memory and one of generated data, behind TLS and passwords.
 * Arguments: port, key store, password of the key store and of every user. Ends when its standard input does.
 */
public final class TrinoForTests {
    private TrinoForTests() {}

    public static void main(String[] args) throws Exception {
        String password = args[2];
        try (TestingTrinoServer server = TestingTrinoServer.builder()
                .setCoordinator(true)
                .setProperties(Map.of(
                        "node-scheduler.include-coordinator", "true",
                        "http-server.https.enabled", "true",
                        "http-server.https.port", args[0],
                        "http-server.https.keystore.path", args[1],
                        "http-server.https.keystore.key", password,
                        "http-server.authentication.type", "PASSWORD",
                        // Must be a file that is there; it is not read, because the authenticator is set below.
                        "password-authenticator.config-files", args[1],
                        "query.max-history", "20",
                        "query.max-memory", "512MB",
                        "query.max-memory-per-node", "512MB"))
                .build()) {
            server.getInstance(Key.get(PasswordAuthenticatorManager.class)).setAuthenticators((user, given) -> {
                if (!given.equals(password)) {
                    throw new AccessDeniedException("Invalid credentials");
                }
                return new BasicPrincipal(user);
            });
            server.installPlugin(new MemoryPlugin());
            server.createCatalog("memory", "memory", Map.of("memory.max-data-per-node", "512MB"));
            server.installPlugin(new TpchPlugin());
            server.createCatalog("tpch", "tpch", Map.of("tpch.splits-per-node", "2"));
            System.out.println("Trino is ready");
            // A starter that is killed cannot stop its server: the closed pipe does.
            while (System.in.read() >= 0) {}
        }
        System.exit(0);
    }
}
