/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron.views;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import java.util.regex.Pattern;

import javax.sql.DataSource;

import org.isotach.IsotachException;
import org.isotach.niu.spi.View;

/**
 * Keeps views in a table of a database, one row for each cluster. Any database with SQL will do whose update of a row
 * is a single step, and which keeps what it has committed: if it has a standby, commits must be synchronous, and the
 * data source must lead to the primary.
 * <p>
 * The table is not created. The statement that does it is {@link #createTable()}. Threadsafe, if the data source is.
 */
public final class SqlViewStore implements ViewStore
{
    /**
     * Name of the table by default.
     */
    public static final String TABLE_DEFAULT = "isotach_views";

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*");

    // The first two characters of a state.
    private static final int CLASS_LENGTH = 2;
    private static final String CONSTRAINT = "23";
    private static final String AUTHORIZATION = "28";
    private static final String SYNTAX_OR_ACCESS = "42";

    private final DataSource dataSource;
    private final String table;

    /**
     * What is done with a connection.
     */
    @FunctionalInterface
    private interface Work<T>
    {
        T on(Connection connection) throws SQLException;
    }

    private SqlViewStore(final DataSource dataSource, final String table)
    {
        this.dataSource = dataSource;
        this.table = table;
    }

    /**
     * Creates the store, which does nothing yet.
     *
     * @param dataSource leads to the database. The store takes a connection for each statement, and closes it.
     * @return the store, in table {@value #TABLE_DEFAULT}.
     */
    public static SqlViewStore on(final DataSource dataSource)
    {
        return on(dataSource, TABLE_DEFAULT);
    }

    /**
     * Creates the store, which does nothing yet.
     *
     * @param dataSource leads to the database. The store takes a connection for each statement, and closes it.
     * @param table      name of the table, with that of its schema if it has one: letters, digits and underscores.
     * @return the store.
     * @throws IllegalArgumentException when it is no such name.
     */
    public static SqlViewStore on(final DataSource dataSource, final String table)
    {
        Objects.requireNonNull(dataSource, "dataSource");
        if (!NAME.matcher(table).matches())
        {
            throw new IllegalArgumentException(
                "table: \"" + table + "\" (expected: letters, digits and underscores, with a schema or without)");
        }
        return new SqlViewStore(dataSource, table);
    }

    /**
     * Returns the statement that creates the table, for the operator of the database.
     *
     * @return in SQL.
     */
    public String createTable()
    {
        return "CREATE TABLE " + table + " (cluster_name VARCHAR(" + ViewStore.MAX_NAME_LENGTH +
            ") PRIMARY KEY, view_number INTEGER NOT NULL, view_members INTEGER NOT NULL)";
    }

    @Override
    public View read(final String cluster) throws SQLException
    {
        return with(connection ->
        {
            try (PreparedStatement statement = connection.prepareStatement(
                "SELECT view_number, view_members, cluster_name FROM " + table + " WHERE cluster_name = ?"))
            {
                statement.setString(1, cluster);
                try (ResultSet row = statement.executeQuery())
                {
                    if (!row.next())
                    {
                        return null;
                    }
                    checkName(cluster, row.getString(3));
                    return new View(row.getInt(1), row.getInt(2));
                }
            }
        });
    }

    /**
     * Refuses the view of another cluster: some databases do not tell upper from lower case, or ignore blanks.
     */
    private void checkName(final String cluster, final String found)
    {
        if (!cluster.equals(found))
        {
            throw new IsotachException(this + ": the database takes the names '" + cluster + "' and '" + found +
                "' for the same: give clusters names that it tells apart, or its column a collation that does");
        }
    }

    @Override
    public boolean compareAndSet(final String cluster, final View expected, final View next) throws SQLException
    {
        return with(connection -> null == expected ?
            insert(connection, cluster, next) : update(connection, cluster, expected, next));
    }

    private boolean insert(final Connection connection, final String cluster, final View next) throws SQLException
    {
        try (PreparedStatement statement = connection.prepareStatement(
            "INSERT INTO " + table + " (view_number, view_members, cluster_name) VALUES (?, ?, ?)"))
        {
            statement.setInt(1, next.number());
            statement.setInt(2, next.members());
            statement.setString(3, cluster);
            return 1 == statement.executeUpdate();
        }
        catch (final SQLException ex)
        {
            if (isOf(CONSTRAINT, ex))
            {
                return false;
            }
            throw ex;
        }
    }

    private boolean update(
        final Connection connection, final String cluster, final View expected, final View next) throws SQLException
    {
        try (PreparedStatement statement = connection.prepareStatement("UPDATE " + table +
            " SET view_number = ?, view_members = ? WHERE cluster_name = ? AND view_number = ? AND view_members = ?"))
        {
            statement.setInt(1, next.number());
            statement.setInt(2, next.members());
            statement.setString(3, cluster);
            statement.setInt(4, expected.number());
            statement.setInt(5, expected.members());
            return 1 == statement.executeUpdate();
        }
    }

    private <T> T with(final Work<T> work) throws SQLException
    {
        try (Connection connection = dataSource.getConnection())
        {
            // A pool sets it back.
            connection.setAutoCommit(true);
            return work.on(connection);
        }
        catch (final SQLException ex)
        {
            if (isOf(SYNTAX_OR_ACCESS, ex) || isOf(AUTHORIZATION, ex))
            {
                throw (IsotachException)new IsotachException(this + " refuses: " + ex.getMessage() +
                    "; create the table, and allow to read and change it: " + createTable()).initCause(ex);
            }
            throw ex;
        }
    }

    private static boolean isOf(final String stateClass, final SQLException ex)
    {
        final String state = ex.getSQLState();
        return null != state && state.length() > CLASS_LENGTH && state.startsWith(stateClass);
    }

    @Override
    public String toString()
    {
        return "SqlViewStore{table=" + table + '}';
    }
}
