/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.config;

import java.util.ArrayList;
import java.util.List;

import org.isotach.config.ConfigReader.Token;

/**
 * The contents of one line. A line is doubtful if a reported mistake in it may also hide its number or one of its
 * links: then a number or link that seems to be missing is not reported as a second mistake.
 */
final class FmSwitchLine
{
    final List<Token> links = new ArrayList<>();
    final List<String> hosts = new ArrayList<>();
    int number = -1;
    Token tokenManager;
    boolean doubtful;
    private final List<Token> tokens;

    FmSwitchLine(final List<Token> tokens)
    {
        this.tokens = tokens;
    }

    Token first()
    {
        return tokens.get(0);
    }

    List<Token> ports()
    {
        return tokens.subList(1, tokens.size());
    }

    @Override
    public String toString()
    {
        return "switch " + first().text();
    }
}
