/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcDataSource;
import org.isotach.IsotachException;
import org.isotach.niu.spi.View;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A register in a real database, on disk.
 */
class SqlViewStoreTest extends ViewRegisterContract
{
    @TempDir
    Path directory;

    private final JdbcDataSource database = new JdbcDataSource();
    private SqlViewStore store;

    @BeforeEach
    void createTable() throws SQLException
    {
        database.setURL("jdbc:h2:" + directory.resolve("views") + ";DB_CLOSE_DELAY=-1");
        store = SqlViewStore.on(database);
        execute(store.createTable());
    }

    @AfterEach
    void shutDown() throws SQLException
    {
        execute("SHUTDOWN");
    }

    /**
     * What becomes of a connection.
     */
    @FunctionalInterface
    private interface Opening
    {
        Connection of(Connection connection) throws SQLException;
    }

    private DataSource source(final Opening opening)
    {
        return (DataSource)Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[]{ DataSource.class }, (proxy, method, values) ->
            opening.of(database.getConnection()));
    }

    private void execute(final String sql) throws SQLException
    {
        try (Connection connection = database.getConnection();
            Statement statement = connection.createStatement())
        {
            statement.execute(sql);
        }
    }

    @Override
    ViewStore store()
    {
        return store;
    }

    @Test
    void shouldKnowWhatWasAgreedWithWhenTheDatabaseIsStartedAgain() throws SQLException
    {
        final View second = FIRST.without(1);
        assertEquals(second, register("kept").propose(second));
        execute("SHUTDOWN");
        assertEquals(second, register("kept").inForce());
        assertEquals(second, register("kept").propose(FIRST.without(2)));
    }

    @Test
    void shouldSayHowToCreateTheTable()
    {
        final ViewRegister register = ViewRegister.on(SqlViewStore.on(database, "public.nowhere"), context("c"));
        final String message = assertThrows(IsotachException.class, register::inForce).getMessage();
        assertTrue(message.startsWith("SqlViewStore{table=public.nowhere} refuses: "), message);
        assertTrue(message.endsWith("create the table, and allow to read and change it: CREATE TABLE public.nowhere " +
            "(cluster_name VARCHAR(255) PRIMARY KEY, view_number INTEGER NOT NULL, view_members INTEGER NOT NULL)"),
            message);
    }

    /**
     * The view of one would put members of the other out.
     */
    @Test
    void shouldTellClustersApartThatTheDatabaseTakesForTheSame() throws SQLException
    {
        execute("ALTER TABLE " + SqlViewStore.TABLE_DEFAULT +
            " ALTER COLUMN cluster_name SET DATA TYPE VARCHAR_IGNORECASE(255)");
        final View second = FIRST.without(1);
        assertEquals(second, register("Orders").propose(second));
        final ViewRegister other = register("orders");
        final String message = "SqlViewStore{table=" + SqlViewStore.TABLE_DEFAULT + "}: the database takes the names" +
            " 'orders' and 'Orders' for the same: give clusters names that it tells apart, or its column a collation" +
            " that does";
        assertEquals(message, assertThrows(IsotachException.class, other::inForce).getMessage());
        final View without = FIRST.without(2);
        assertEquals(
            message, assertThrows(IsotachException.class, () -> other.propose(without)).getMessage());
        assertEquals(second, register("Orders").inForce());
    }

    @Test
    void shouldRefuseNamesThatAreNone()
    {
        for (final String name : new String[]{ "", "a b", "a;b", "a.", "1a", "a\"b" })
        {
            final String message =
                assertThrows(IllegalArgumentException.class, () -> SqlViewStore.on(database, name)).getMessage();
            assertEquals("table: \"" + name +
                "\" (expected: letters, digits and underscores, with a schema or without)", message);
        }
    }

    /**
     * Connections of pools need not commit by themselves.
     */
    @Test
    void shouldCommitWhateverTheConnectionDoes()
    {
        final DataSource manual = source(connection ->
        {
            connection.setAutoCommit(false);
            return connection;
        });
        final View second = FIRST.without(2);
        assertEquals(second, ViewRegister.on(SqlViewStore.on(manual), context("commit")).propose(second));
        assertEquals(second, register("commit").inForce());
    }

    @Test
    void shouldTryAgainWhenTheDatabaseCannotBeReachedForAMoment()
    {
        final AtomicInteger attempts = new AtomicInteger();
        final DataSource busy = source(connection ->
        {
            if (attempts.incrementAndGet() < 3)
            {
                connection.close();
                throw new SQLTransientConnectionException("the database starts");
            }
            return connection;
        });
        final View second = FIRST.without(0);
        assertEquals(second, ViewRegister.on(SqlViewStore.on(busy), context("moment")).propose(second));
    }

    @Test
    void shouldNameTheLastErrorWhenTheDatabaseCannotBeReached()
    {
        final DataSource gone = source(connection ->
        {
            connection.close();
            throw new SQLTransientConnectionException("the database is gone");
        });
        final ViewRegister register =
            ViewRegister.on(SqlViewStore.on(gone), context("gone").timeout(Duration.ofMillis(50)));
        final String message = assertThrows(IsotachException.class, register::inForce).getMessage();
        assertTrue(message.contains("(the database is gone)"), message);
    }
}
